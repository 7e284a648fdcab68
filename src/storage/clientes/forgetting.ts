import type { Origen } from '../../contract/recursos/historial.ts';
import type { Pedido } from '../../contract/recursos/pedido.ts';
import { type Contacto, isContacto } from '../../domain/cliente/client-keys.ts';
import { type OlvidarPedido, withoutCliente } from '../../domain/cliente/olvido.ts';
import { sameJson } from '../../domain/same-json.ts';
import type { Clock } from '../../platform/clock.ts';
import { parseBody } from '../port/body.ts';
import type { Store } from '../port/store.ts';

/** Orders in one transaction: it rewrites all that is stored of each. */
const SLICE_ORDERS = 50;

export interface ForgettingDeps {
  store: Pick<Store, 'log' | 'cuentas' | 'pedidos' | 'clientes' | 'auditoria'>;
  clock: Clock;
}

/** Names a customer: everybody with that phone or e-mail, or the customer of that order. */
export type Who = { telefono: string } | { email: string } | { pedido_id: string };

/** The customer that the given field names; null unless exactly one is given. */
export const whoOf = (
  fields: Record<'telefono' | 'email' | 'pedido_id', string | undefined>,
): Who | null => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 1 ? (Object.fromEntries(given) as Who) : null;
};

/** `named`: the order that names the customer; it is the only one if it has neither phone nor e-mail. */
interface Customer {
  contacto: Contacto | null;
  named: Pedido | null;
}

export type Missing = 'no_restaurant' | 'no_order';

/** Finds, counts and forgets the orders of one customer of a restaurant. */
export const makeClientes = ({ store, clock }: ForgettingDeps) => {
  const find = async (restauranteId: string, who: Who): Promise<Customer | Missing> => {
    if ((await store.cuentas.find(restauranteId)) === null) return 'no_restaurant';
    if ('telefono' in who) return { contacto: { ...who, email: '' }, named: null };
    if ('email' in who) return { contacto: { ...who, telefono: '' }, named: null };
    const stored = await store.pedidos.get(restauranteId, who.pedido_id);
    if (stored === null) return 'no_order';
    const named = parseBody<Pedido>(stored.body);
    const { telefono, email } = named.cliente;
    const contactos = [
      { telefono, email: '' },
      { telefono: '', email },
    ];
    return { contacto: contactos.find(isContacto) ?? null, named };
  };

  /** The ids of the customer's orders, some at a time. The order that names the customer comes last, alone. */
  async function* slices(
    restauranteId: string,
    { contacto, named }: Customer,
  ): AsyncGenerator<string[]> {
    let after = '';
    while (contacto !== null) {
      const ids = await store.clientes.pedidos(restauranteId, contacto, after, SLICE_ORDERS);
      const last = ids.at(-1);
      if (last === undefined) break;
      yield ids.filter((id) => id !== named?.id);
      after = last;
    }
    if (named !== null) yield [named.id];
  }

  const count = async (restauranteId: string, { contacto, named }: Customer): Promise<number> => {
    if (contacto !== null) return store.clientes.count(restauranteId, contacto);
    return named === null || sameJson(named, withoutCliente(named)) ? 0 : 1;
  };

  return {
    /** How many orders would be changed. */
    async count(restauranteId: string, who: Who): Promise<number | Missing> {
      const customer = await find(restauranteId, who);
      return typeof customer === 'string' ? customer : count(restauranteId, customer);
    },
    /**
     * Forgets a customer; resolves with the number of orders changed. Each slice is a transaction. A repetition after a crash
     * goes on with the rest: an order that is done no longer leads to its customer, and the order that names the customer
     * is done last.
     */
    async forget(
      restauranteId: string,
      who: Who,
      { actor, origen }: { actor: string; origen: Origen },
    ): Promise<number | Missing> {
      const customer = await find(restauranteId, who);
      if (typeof customer === 'string') return customer;
      await store.auditoria.add({
        momentoMs: clock.now(),
        actor,
        accion: 'cliente.olvidado',
        restauranteId,
        objeto: customer.named?.id ?? 'cliente',
        detalle: { por: Object.keys(who)[0], pedidos: await count(restauranteId, customer) },
      });
      let changed = 0;
      for await (const ids of slices(restauranteId, customer)) {
        changed += await forgetOrders(store, restauranteId, ids, origen);
      }
      return changed;
    },
    /** The ids of the customer's orders. */
    async pedidos(restauranteId: string, who: Who): Promise<string[] | Missing> {
      const customer = await find(restauranteId, who);
      if (typeof customer === 'string') return customer;
      return (await Array.fromAsync(slices(restauranteId, customer))).flat();
    },
  };
};

export type Clientes = ReturnType<typeof makeClientes>;

/** Takes the customers out of some orders, in one transaction; resolves with how many orders changed. */
export const forgetOrders = async (
  { log }: Pick<Store, 'log'>,
  restauranteId: string,
  pedidoIds: readonly string[],
  origen: Origen,
): Promise<number> => {
  if (pedidoIds.length === 0) return 0;
  const comandos = pedidoIds.map(
    (pedido_id): OlvidarPedido => ({
      op: 'pedido.olvidar',
      restaurante_id: restauranteId,
      pedido_id,
      origen,
    }),
  );
  const answers = await log.commit(restauranteId, comandos);
  return answers.filter((answer) => answer.ok && answer.eventoId !== null).length;
};
