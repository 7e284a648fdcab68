import { ESTADOS, type Estado } from '../../../contract/recursos/pedido.ts';
import { isFinal } from '../../../domain/pedido/transiciones.ts';
import type { Body } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { readInteger } from '../../api/query.ts';
import { JSON_HEADERS } from '../../wire/answer.ts';
import { joinBodies } from '../../wire/bodies.ts';
import { readQuery } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const OPEN_MAX = 100;
const CLOSED_DEFAULT = 20;
const CLOSED_MAX = 100;

/** The orders of a restaurant by state: those that are open, and the last that were closed. */
export const tableroRoutes = ({ pedidos, log }: Pick<Store, 'pedidos' | 'log'>): PanelRoute[] => {
  const { get } = routesFor('restaurante');

  const column = async (restauranteId: string, estado: Estado, limit: number): Promise<Body> => {
    const filter = {
      restauranteId,
      estados: [estado],
      tipo: null,
      desdeMs: null,
      hastaMs: null,
    };
    const [page, total] = await Promise.all([
      limit === 0 ? null : pedidos.list({ ...filter, limit, cursor: null }),
      pedidos.count(filter),
    ]);
    const bodies = page === null || page.ends === null ? [] : [page.body];
    return joinBodies(`{"estado":"${estado}","total":${total},"pedidos":[`, bodies, ']}');
  };

  /** The last event before the orders are read: whoever listens from it on misses nothing. */
  const positionOf = async (restauranteId: string): Promise<string | null> => {
    const secuencia = (await log.position(restauranteId))?.secuencia ?? 0;
    if (secuencia === 0) return null;
    const [event] = await log.events(restauranteId, secuencia - 1, 1);
    return event?.id ?? null;
  };

  return [
    get('/restaurantes/{rid}/tablero', async ({ cuenta, query: raw }) => {
      const cerrados = readInteger(readQuery(raw, ['cerrados']), 'cerrados', {
        min: 0,
        max: CLOSED_MAX,
        fallback: CLOSED_DEFAULT,
      });
      const posicion = await positionOf(cuenta.id);
      const columns = await Promise.all(
        ESTADOS.map((estado) => column(cuenta.id, estado, isFinal(estado) ? cerrados : OPEN_MAX)),
      );
      const head = `{"posicion":${JSON.stringify(posicion)},"columnas":[`;
      return { status: 200, headers: JSON_HEADERS, body: joinBodies(head, columns, ']}') };
    }),
  ];
};
