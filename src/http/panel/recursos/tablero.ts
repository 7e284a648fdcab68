import { ESTADOS, type Estado } from '../../../contract/recursos/pedido.ts';
import { UNFILTERED } from '../../../domain/pedido/filtros.ts';
import { isFinal } from '../../../domain/pedido/transiciones.ts';
import type { Body } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, NO_BODY, ok } from '../../answer/answer.ts';
import { placeAt } from '../../api/recursos/eventos.ts';
import type { PanelDeps } from '../deps.ts';
import { integer } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';
import { readCategorias } from './categorias.ts';

const OPEN_MAX = 100;
const PARAMETERS = { cerrados: integer(0, 100, 20) };
/** The board shows the oldest open orders, because somebody is waiting for them. */
const OLDEST = { direction: 'before', id: '' } as const;

interface StoredColumn {
  estado: Estado;
  total: number;
  /** The wire JSON of its orders, newest first, separated by commas. */
  pedidos: Body;
}

/** `cerrados`: how many orders of each final state. */
export const makeReadTablero = ({ pedidos, log }: Pick<Store, 'pedidos' | 'log'>) => {
  const readColumn = async (
    restauranteId: string,
    estado: Estado,
    cerrados: number,
  ): Promise<StoredColumn> => {
    const filter = { restauranteId, ...UNFILTERED, estado: [estado] };
    const [limit, cursor] = isFinal(estado) ? [cerrados, null] : [OPEN_MAX, OLDEST];
    const [page, total] = await Promise.all([
      limit === 0 ? null : pedidos.list({ ...filter, limit, cursor }),
      pedidos.count(filter),
    ]);
    return { estado, total, pedidos: page?.body ?? NO_BODY };
  };

  return async (restauranteId: string, cerrados: number) => {
    // Read before the orders: a stream that starts from this event misses nothing.
    const secuencia = (await log.position(restauranteId))?.secuencia ?? 0;
    const { id: posicion } = await placeAt(log, restauranteId, secuencia);
    const columnas = await Promise.all(
      ESTADOS.map((estado) => readColumn(restauranteId, estado, cerrados)),
    );
    return { posicion, columnas };
  };
};

export const tableroRoutes = ({ store }: PanelDeps): PanelRoute[] => {
  const readTablero = makeReadTablero(store);
  const { get } = routesFor('restaurante', 'pedidos');
  return [
    get('/categorias', null, ({ cuenta }) => readCategorias(store.cuentas, cuenta.id)),
    get('/tablero', PARAMETERS, async ({ cuenta }, { cerrados }) => {
      const { posicion, columnas } = await readTablero(cuenta.id, cerrados);
      const columns = columnas.map(({ estado, total, pedidos }) =>
        joinBodies(`{"estado":"${estado}","total":${total},"pedidos":[`, [pedidos], ']}'),
      );
      const head = `{"posicion":${JSON.stringify(posicion)},"columnas":[`;
      return ok(joinBodies(head, columns, ']}'));
    }),
  ];
};
