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
  const own = makePedidoStore(primary, others);
  const read = <T>(restauranteId: string, work: (pedidos: PedidoStore) => Promise<T>) =>
    replica.read(restauranteId, (session) =>
      work(session === primary ? own : makePedidoStore(session)),
    );
  return {
    ...own,
    list: (query) => read(query.restauranteId, ({ list }) => list(query)),
    slice: (filter, after, limit) =>
      read(filter.restauranteId, ({ slice }) => slice(filter, after, limit)),
    count: (filter) => read(filter.restauranteId, ({ count }) => count(filter)),
    summary: (restauranteId, from, to) =>
      read(restauranteId, ({ summary }) => summary(restauranteId, from, to)),
  };
};
