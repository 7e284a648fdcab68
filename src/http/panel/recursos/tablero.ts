import { ESTADOS, type Estado } from '../../../contract/recursos/pedido.ts';
import { isFinal } from '../../../domain/pedido/transiciones.ts';
import type { Body } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../wire/answer.ts';
import { integer, readQuery } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const OPEN_MAX = 100;
const PARAMETERS = { cerrados: integer(0, 100, 20) };

export const tableroRoutes = ({ pedidos, log }: Pick<Store, 'pedidos' | 'log'>): PanelRoute[] => {
  const column = async (restauranteId: string, estado: Estado, limit: number): Promise<Body> => {
    const any = { tipo: null, desdeMs: null, hastaMs: null };
    const filter = { restauranteId, estados: [estado], ...any };
    const [page, total] = await Promise.all([
      limit === 0 ? null : pedidos.list({ ...filter, limit, cursor: null }),
      pedidos.count(filter),
    ]);
    const bodies = page === null || page.ends === null ? [] : [page.body];
    return joinBodies(`{"estado":"${estado}","total":${total},"pedidos":[`, bodies, ']}');
  };

  const lastEventId = async (restauranteId: string): Promise<string | null> => {
    const secuencia = (await log.position(restauranteId))?.secuencia ?? 0;
    if (secuencia === 0) return null;
    const [event] = await log.events(restauranteId, secuencia - 1, 1);
    return event?.id ?? null;
  };

  return [
    routesFor('restaurante').get('/restaurantes/{rid}/tablero', async ({ cuenta, query }) => {
      const { cerrados } = readQuery(query, PARAMETERS);
      // Read before the orders: a stream that starts from this event misses nothing.
      const posicion = await lastEventId(cuenta.id);
      const columns = await Promise.all(
        ESTADOS.map((estado) => column(cuenta.id, estado, isFinal(estado) ? cerrados : OPEN_MAX)),
      );
      const head = `{"posicion":${JSON.stringify(posicion)},"columnas":[`;
      return ok(joinBodies(head, columns, ']}'));
    }),
  ];
};
