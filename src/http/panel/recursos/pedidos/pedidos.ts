import type * as Panel from '../../../../contract/panel.ts';
import { RUTAS } from '../../../../contract/rutas/rutas.ts';
import { filtrosText } from '../../../../domain/pedido/filtros.ts';
import { okJson } from '../../../answer/answer.ts';
import { readCursor } from '../../../api/query.ts';
import { readFilter } from '../../../api/recursos/pedidos.ts';
import type { PanelDeps } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { TEXT } from '../../query.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { asApiRequest } from '../public-api.ts';
import { type SearchWay, searchPedidos } from './busqueda.ts';

const PARAMETERS = { buscar: TEXT, ...RUTAS.listarPedidos.query };
const TEXT_CHARS_MAX = 100;

export const pedidoRoutes = ({ apiRoutes, store, cursors }: PanelDeps): PanelRoute[] => {
  const { get } = routesFor('restaurante', 'pedidos');
  const { listarPedidos, leerPedido } = apiRoutes;

  return [
    get('/pedidos/{id}/json', null, (request) => leerPedido.handle(asApiRequest(request))),
    get('/pedidos', PARAMETERS, async (request, values) => {
      const text = values.buscar?.trim() ?? '';
      if (text === '') return listarPedidos.handle(asApiRequest(request, values));
      if (text.length > TEXT_CHARS_MAX) {
        const allowed = `1..${TEXT_CHARS_MAX} caracteres`;
        throw invalid('buscar', 'El texto buscado es demasiado largo.', allowed);
      }
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
      const { found, examined, next, way } = await searchPedidos(store, text, query, begun);
      const siguiente =
        next === null ? null : codecOf(way).encode({ direction: 'after', id: next });
      return okJson({
        datos: found,
        paginacion: { limite: limit, siguiente, anterior: null, total_aprox: null },
        examinados: examined,
      } satisfies Panel.PaginaPedidos);
    }),
  ];
};
