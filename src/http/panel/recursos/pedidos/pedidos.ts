import type * as Panel from '../../../../contract/panel.ts';
import { RUTAS } from '../../../../contract/rutas/rutas.ts';
import { filtrosText } from '../../../../domain/pedido/filtros.ts';
import type { PedidoFilter } from '../../../../storage/port/pedidos.ts';
import { okJson } from '../../../answer/answer.ts';
import { readCursor } from '../../../api/query.ts';
import { readFilter } from '../../../api/recursos/pedidos.ts';
import type { PanelDeps } from '../../deps.ts';
import { TEXT } from '../../query.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { asApiRequest } from '../public-api.ts';
import { readSearch, type SearchWay, searchPedidos } from './busqueda.ts';

const PARAMETERS = { buscar: TEXT, ...RUTAS.listarPedidos.query };

/** The file of the list: a search narrows it as it narrows the list. */
const exportRoute = ({ apiRoutes: { exportarTabla }, store }: PanelDeps): PanelRoute => {
  // The table of orders has columns of customers, and it alone.
  const { get } = routesFor('restaurante', ({ tabla }) =>
    tabla === 'pedidos' ? 'clientes' : 'exportar',
  );
  const parameters = { buscar: TEXT, ...RUTAS.exportarTabla.query };
  const route = get(exportarTabla.path, parameters, (request, { buscar, ...values }) => {
    const text = buscar?.trim() ?? '';
    const narrowFile = async (filter: PedidoFilter): Promise<PedidoFilter> =>
      text === '' ? filter : { ...filter, buscar: await readSearch(store, text, filter) };
    return exportarTabla.handle({ ...asApiRequest(request, values), narrowFile });
  });
  // A workbook is made in full before its first byte goes out.
  return { ...route, isSlow: true };
};

export const pedidoRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { apiRoutes, store, cursors } = deps;
  const { get } = routesFor('restaurante', 'pedidos');
  const { listarPedidos, leerPedido } = apiRoutes;

  return [
    exportRoute(deps),
    get('/pedidos/{id}/json', null, (request) => leerPedido.handle(asApiRequest(request))),
    get('/pedidos', PARAMETERS, async (request, values) => {
      const text = values.buscar?.trim() ?? '';
      if (text === '') return listarPedidos.handle(asApiRequest(request, values));
      const restauranteId = request.cuenta.id;
      const filter = await readFilter(store.cuentas, restauranteId, values);
      const codecOf = (way: SearchWay) => {
        const filters = JSON.stringify(['buscar', way, text, filtrosText(filter)]);
        return cursors({ restauranteId, filters });
      };
      const isWalk = values.cursor !== null && codecOf('walk').decode(values.cursor).ok;
      const begun = isWalk ? 'walk' : 'index';
      const cursor = readCursor(values.cursor, codecOf(begun));
      const limit = values.limite;
      const query = { ...filter, limit, cursor };
      const { found, examined, total, next, way } = await searchPedidos(store, text, query, begun);
      const siguiente =
        next === null ? null : codecOf(way).encode({ direction: 'after', id: next });
      return okJson({
        datos: found,
        paginacion: { limite: limit, siguiente, anterior: null, total_aprox: total },
        ...(examined !== null && { examinados: examined }),
      } satisfies Panel.PaginaPedidos);
    }),
  ];
};
