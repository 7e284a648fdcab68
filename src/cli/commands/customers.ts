import { Failure, flag, optional, plural, required, UsageError } from '@comanda/command-line';
import { orderRecord } from '../../admin/clientes.ts';
import { type Missing, makeClientes, type Who, whoOf } from '../../storage/clientes/forgetting.ts';
import { defineCommand } from '../command.ts';
import { anyEmail, orderId, phone, restaurantId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { noSuchRestaurant } from './restaurants.ts';

const WHO = {
  restaurant: required('ID', 'the restaurant whose customer it is', restaurantId),
  phone: optional('NUMBER', 'all customers with this phone number, however it is written', phone),
  email: optional('ADDRESS', 'all customers with this e-mail address', anyEmail),
  order: optional(
    'ID',
    'the customer of this order, matched by its phone or else its e-mail',
    orderId,
  ),
};

export const customersShow = defineCommand({
  name: 'customers show',
  summary: 'print everything stored about one customer, as JSON',
  options: WHO,
  examples: ['comanda customers show --restaurant rest_casa_pepa --phone "+34 600 123 456"'],
  run: ({ options }, context) =>
    withExistingStore(context, async (deps) => {
      const { restaurant } = options;
      const who = readWho(options);
      const found = known(await makeClientes(deps).pedidos(restaurant, who), restaurant, who);
      const { io } = context;
      io.out(`{"restaurante_id":"${restaurant}","pedidos":[`);
      // Printed one order at a time: a regular customer's years need not fit into memory twice.
      let separator = '';
      for (const id of found) {
        const record = await orderRecord(deps.store, restaurant, id);
        if (record === null) continue;
        io.out(separator + JSON.stringify(record));
        separator = ',';
      }
      io.out(']}');
    }),
});

export const customersForget = defineCommand({
  name: 'customers forget',
  summary: 'erase a customer from orders, history, events and deliveries, for good',
  options: {
    ...WHO,
    'dry-run': flag('only print how many orders would change'),
    json: flag('print one line of JSON: restaurante_id, pedidos, hecho'),
  },
  notes: [
    'Name, phone, e-mail, address, instructions and notes are erased; money, items and invoices stay.',
    'Streams and webhooks are notified of each order. If it is interrupted, run it again: it resumes.',
    'docs/privacy.md explains what else to do, about backups and the copies that receivers keep.',
  ],
  examples: [
    'comanda customers forget --restaurant rest_casa_pepa --phone "+34 600 123 456" --dry-run',
    'comanda customers forget --restaurant rest_casa_pepa --order ped_01m7c4',
  ],
  run: ({ options }, context) =>
    withStore(context, async (deps) => {
      const { restaurant, 'dry-run': isDry, json } = options;
      const who = readWho(options);
      const clientes = makeClientes(deps);
      const outcome = isDry
        ? await clientes.count(restaurant, who)
        : await clientes.forget(restaurant, who, { actor: context.actor, origen: 'sistema' });
      const pedidos = known(outcome, restaurant, who);
      const orders = plural(pedidos, 'order');
      const sentence = isDry ? `Would change ${orders}.` : `Forgotten in ${orders}.`;
      const record = { restaurante_id: restaurant, pedidos, hecho: !isDry };
      printOutcome(context.io, json, record, sentence);
    }),
});

const readWho = ({
  phone: telefono,
  email,
  order: pedido_id,
}: Record<'phone' | 'email' | 'order', string | undefined>): Who => {
  const who = whoOf({ telefono, email, pedido_id });
  if (who !== null) return who;
  throw new UsageError('name the customer with exactly one of --phone, --email and --order');
};

const known = <T>(outcome: T | Missing, restaurant: string, who: Who): T => {
  if (outcome === 'no_restaurant') throw new Failure(noSuchRestaurant(restaurant));
  if (outcome === 'no_order' && 'pedido_id' in who) {
    throw new Failure(`restaurant ${restaurant} has no order ${who.pedido_id}`);
  }
  return outcome as T;
};
