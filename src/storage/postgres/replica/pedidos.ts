import type { PedidoStore } from '../../port/pedidos.ts';
import type { Session } from '../driver/connection.ts';
import { makePedidoStore } from '../pedidos/pedidos.ts';
import type { Replica } from './replica.ts';

/** A single order and its history come from the primary: the fingerprint alone would cost as much. */
export const makeReplicaPedidos = (
  primary: Session,
  others: { lookups: Session; bulk: Session },
  replica: Replica,
): PedidoStore => {
  const { get, history, slice } = makePedidoStore(primary, others);
  return {
    get,
    history,
    list: (query) =>
      replica.read(query.restauranteId, (session) => makePedidoStore(session).list(query)),
    slice: (filter, after, limit) =>
      replica.read(filter.restauranteId, (session) =>
        session === primary
          ? slice(filter, after, limit)
          : makePedidoStore(session).slice(filter, after, limit),
      ),
    count: (filter) =>
      replica.read(filter.restauranteId, (session) => makePedidoStore(session).count(filter)),
    summary: (restauranteId, from, to) =>
      replica.read(restauranteId, (session) =>
        makePedidoStore(session).summary(restauranteId, from, to),
      ),
  };
};
