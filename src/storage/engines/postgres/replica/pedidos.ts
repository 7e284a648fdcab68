import type { ClientKeys } from '../../../../domain/cliente/client-keys.ts';
import { makePedidoStore } from '../../../pedidos/pedidos.ts';
import type { PedidoStore } from '../../../port/pedidos.ts';
import type { Session } from '../driver/connection.ts';
import { readerOn } from '../driver/database.ts';
import { PEDIDO_SQL } from '../pedidos/sql.ts';
import type { Replica } from './replica.ts';

/** A single order and its history come from the primary: the fingerprint alone would cost as much. */
export const makeReplicaPedidos = (
  own: PedidoStore,
  clientKeys: ClientKeys,
  primary: Session,
  replica: Replica,
): PedidoStore => {
  const read = <T>(restauranteId: string, work: (pedidos: PedidoStore) => Promise<T>) =>
    replica.read(restauranteId, (session) =>
      work(session === primary ? own : makePedidoStore(PEDIDO_SQL, readerOn(session), clientKeys)),
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
