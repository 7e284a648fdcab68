import type * as Panel from '../../../../contract/panel.ts';
import { RUTAS } from '../../../../contract/rutas/rutas.ts';
import type { CursorCodecs } from '../../../../domain/cursor.ts';
import type { Route } from '../../../api/handler.ts';
import { readCursor } from '../../../api/query.ts';
import { toFilter } from '../../../api/recursos/pedidos.ts';
import { okJson } from '../../../wire/answer.ts';
import { PanelError } from '../../errors.ts';
import { apiHandler, asApiRequest } from '../../public-api.ts';
import { readParameters, TEXT } from '../../query.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { type SearchStore, searchPedidos } from './busqueda.ts';

const PARAMETERS = { buscar: TEXT, ...RUTAS.listarPedidos.query };
const TEXT_CHARS_MAX = 100;

export const pedidoRoutes = (
  apiRoutes: readonly Route[],
  store: SearchStore,
  cursors: CursorCodecs,
): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  const list = apiHandler(apiRoutes, '/pedidos');
  const read = apiHandler(apiRoutes, '/pedidos/{id}');

  return [
    get('/restaurantes/{rid}/pedidos/{id}/json', (request) => read(asApiRequest(request))),
    get('/restaurantes/{rid}/pedidos', async (request) => {
      const values = readParameters(request.query, PARAMETERS);
      const text = values.buscar?.trim() ?? '';
      if (text === '') return list(asApiRequest(request));
      if (text.length > TEXT_CHARS_MAX) throw tooLong();
      const filter = toFilter(values, request.cuenta.id);
      const { restauranteId, estados, tipo, desdeMs, hastaMs } = filter;
      const filters = JSON.stringify(['buscar', text, estados, tipo, desdeMs, hastaMs]);
      const codec = cursors({ restauranteId, filters });
      const cursor = readCursor(values.cursor, codec);
      const limit = values.limite;
      const { found, examined, next } = await searchPedidos(store, text, {
        ...filter,
        limit,
        cursor,
      });
      const siguiente = next === null ? null : codec.encode({ direction: 'after', id: next });
      return okJson({
        datos: found,
        paginacion: { limite: limit, siguiente, anterior: null, total_aprox: null },
        examinados: examined,
      } satisfies Panel.PaginaPedidos);
    }),
  ];
};

const tooLong = (): PanelError =>
  new PanelError('parametro_invalido', 'El texto buscado es demasiado largo.', {
    campo: 'buscar',
    valoresValidos: `1..${TEXT_CHARS_MAX} caracteres`,
  });
