import { Failure, makeCommand, plural, UsageError } from '@comanda/command-line';
import { orderRecord } from '../../admin/clientes.ts';
import { type Missing, makeClientes, type Who, whoOf } from '../../storage/clientes/forgetting.ts';
import type { Context } from '../command.ts';
import { anyEmail, orderId, phone, restaurantId } from '../readers.ts';
import { record } from '../record.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { noSuchRestaurant } from './restaurants.ts';

/** Which customer a command is about. */
const customerCommand = (...given: Parameters<typeof makeCommand>) =>
  makeCommand(...given)
    .requiredOption('--restaurant <ID>', 'the restaurant whose customer it is', restaurantId)
    .option(
      '--phone <NUMBER>',
      'all customers with this phone number, however it is written',
      phone,
    )
    .option('--email <ADDRESS>', 'all customers with this e-mail address', anyEmail)
    .option(
      '--order <ID>',
      'the customer of this order, matched by its phone or else its e-mail',
      orderId,
    );

export const customersShow = (context: Context) =>
  customerCommand('show', 'print everything stored about one customer, as JSON', {
    examples: ['comanda customers show --restaurant rest_casa_pepa --phone "+34 600 123 456"'],
  }).action((options) =>
    withExistingStore(context, async (deps) => {
      const { restaurant } = options;
      const who = readWho(options);
      const found = known(await makeClientes(deps).pedidos(restaurant, who), restaurant, who);
      const { io } = context;
      // Before the data leaves, and without it.
      const by =
        options.phone !== undefined ? 'telefono' : options.email !== undefined ? 'email' : 'pedido';
      const detalle = { por: by, pedidos: found.length };
      await record(deps, context, 'cliente.consultado', detalle, restaurant);
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
  );

export const customersForget = (context: Context) =>
  customerCommand(
    'forget',
    'erase a customer from orders, history, events and deliveries, for good',
    {
      notes: [
        'Name, phone, e-mail, address, instructions and notes are erased; money, items and invoices stay.',
        'Streams and webhooks are notified of each order. If it is interrupted, run it again: it resumes.',
        'docs/privacy.md explains what else to do, about backups and the copies that receivers keep.',
      ],
      examples: [
        'comanda customers forget --restaurant rest_casa_pepa --phone "+34 600 123 456" --dry-run',
        'comanda customers forget --restaurant rest_casa_pepa --order ped_01m7c4',
      ],
    },
  )
    .option('--dry-run', 'only print how many orders would change')
    .option('--yes', 'skip the confirmation, which only a terminal asks for')
    .option('--json', 'print one line of JSON: restaurante_id, pedidos, hecho')
    .action((options) =>
      withStore(context, async (deps) => {
        const { restaurant, dryRun = false, json } = options;
        const who = readWho(options);
        const clientes = makeClientes(deps);
        if (!dryRun && !options.yes) {
          const orders = plural(
            known(await clientes.count(restaurant, who), restaurant, who),
            'order',
          );
          const question = `Forget this customer in ${orders}? It cannot be undone.`;
          if ((await context.io.confirm(question)) === false)
            throw new Failure('nobody was forgotten');
        }
        const outcome = dryRun
          ? await clientes.count(restaurant, who)
          : await clientes.forget(restaurant, who, { actor: context.actor, origen: 'sistema' });
        const pedidos = known(outcome, restaurant, who);
        const orders = plural(pedidos, 'order');
        const sentence = dryRun ? `Would change ${orders}.` : `Forgotten in ${orders}.`;
        const record = { restaurante_id: restaurant, pedidos, hecho: !dryRun };
        printOutcome(context.io, json, record, sentence);
      }),
    );

const readWho = ({
  phone: telefono,
  email,
  order: pedido_id,
}: {
  phone?: string;
  email?: string;
  order?: string;
}): Who => {
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
