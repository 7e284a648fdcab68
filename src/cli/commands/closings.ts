import { EXIT, Failure, makeCommand, plural, printable, withExitCode } from '@comanda/command-line';
import { Option } from '@commander-js/extra-typings';
import type { Break, makeCierres } from '../../admin/dinero/cierres.ts';
import { FECHAS } from '../../contract/dinero/fechas.ts';
import { isoTimestamp } from '../../domain/time.ts';
import { allCuentas } from '../../storage/port/all-cuentas.ts';
import { CIERRES_DE_UN_MES_MAX, type Closing } from '../../storage/port/cierres.ts';
import type { Store } from '../../storage/port/store.ts';
import type { Context } from '../command.ts';
import { closingId, month, restaurantId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printList, printOutcome } from '../terminal/print.ts';
import { isoInstant, isoSecondOrNever } from '../terminal/text.ts';
import { noSuchRestaurant, refuseUnknownRestaurant } from './restaurants.ts';

export const closingsCreate = (context: Context) =>
  makeCommand('create', 'close a month that is over: seal what counts of each of its orders', {
    notes: [
      'A month begins at local midnight. Closing it again, after a correction, supersedes the former closing.',
      'docs/operating.md says what a closing holds and how its seal is made.',
    ],
    examples: ['comanda closings create --restaurant rest_casa_pepa --month 2026-10'],
  })
    .requiredOption('--restaurant <ID>', 'the restaurant whose month it is', restaurantId)
    .requiredOption('--month <YYYY-MM>', 'the month', month)
    .addOption(
      new Option('--by <DATE>', 'the date by which orders count: creation, invoice or last payment')
        .choices(FECHAS)
        .default('creacion'),
    )
    .option('--json', 'print one line of JSON: id, mes, fecha, sello, sustituye, pedidos')
    .action((options) =>
      withStore(context, async (deps) => {
        const { restaurant: restauranteId, month: mes, by: fecha, json } = options;
        const input = { restauranteId, mes, fecha };
        const closing = await (await closingsWith(deps)).create(input, context.actor);
        if (closing === 'no_restaurant') throw new Failure(noSuchRestaurant(restauranteId));
        if (closing === 'too_many') {
          throw new Failure(`${mes} was closed ${CIERRES_DE_UN_MES_MAX} times already`);
        }
        if ('notOverUntilMs' in closing) {
          const until = isoInstant(closing.notOverUntilMs);
          throw new Failure(`${mes} is not over: it ends at ${until}, midnight in the restaurant`);
        }
        const { id, sello, sustituye, filas: pedidos } = closing;
        const instead = sustituye === null ? '' : ` It supersedes ${sustituye}.`;
        printOutcome(
          context.io,
          json,
          { id, mes, fecha, sello, sustituye, pedidos },
          `Closed ${mes} as ${id}, with ${plural(pedidos, 'order')}. Seal: ${sello}.${instead}`,
        );
      }),
    );

type Cierres = typeof makeCierres;

/** Loaded late: other commands do without the schemas. */
const closingsWith = async (...deps: Parameters<Cierres>): Promise<ReturnType<Cierres>> =>
  (await import('../../admin/dinero/cierres.ts')).makeCierres(...deps);

/** The closings of one restaurant or of all, each with the one before it. */
async function* closingsOf(
  store: Store,
  chain: ReturnType<Cierres>['chain'],
  restauranteId: string | null,
): AsyncGenerator<{ closing: Closing; before: Closing | null }> {
  const ids = restauranteId === null ? [] : [restauranteId];
  if (restauranteId === null) for await (const { id } of allCuentas(store.cuentas)) ids.push(id);
  for (const id of ids) {
    let before: Closing | null = null;
    for (const closing of await chain(id)) {
      yield { closing, before };
      before = closing;
    }
  }
}

const stateOf = ({ intacto, sustituidoPor }: Closing): string => {
  const state = intacto ? 'intact' : 'changed';
  return sustituidoPor === null ? state : `${state}, superseded`;
};

export const closingsList = (context: Context) =>
  makeCommand('list', 'list closed months, oldest first', {
    examples: ['comanda closings list', 'comanda closings list --restaurant rest_casa_pepa --json'],
  })
    .option('--restaurant <ID>', 'only the closings of this restaurant', restaurantId)
    .option('--json', 'print one line of JSON for each closing')
    .action((options) =>
      withExistingStore(context, async (deps) => {
        const { restaurant = null, json } = options;
        await refuseUnknownRestaurant(deps, options.restaurant);
        const { chain } = await closingsWith(deps);
        const found: Closing[] = [];
        for await (const { closing } of closingsOf(deps.store, chain, restaurant)) {
          found.push(closing);
        }
        printList(context.io, found, {
          columns: {
            ID: ({ id }) => id,
            RESTAURANT: ({ restauranteId }) => restauranteId,
            MONTH: ({ mes }) => mes,
            BY: ({ fecha }) => fecha,
            CLOSED: ({ creadoMs }) => isoSecondOrNever(creadoMs),
            'CLOSED BY': ({ creadoPor }) => printable(creadoPor),
            STATE: stateOf,
            SEAL: ({ sello }) => sello,
          },
          empty: 'No month was closed. Close one with comanda closings create.',
          toJson: json ? toJson : undefined,
        });
      }),
    );

const toJson = (closing: Closing) => ({
  id: closing.id,
  restaurante_id: closing.restauranteId,
  mes: closing.mes,
  fecha: closing.fecha,
  creado_en: isoTimestamp(closing.creadoMs),
  creado_por: closing.creadoPor,
  pedidos: closing.filas,
  sello: closing.sello,
  anterior: closing.anterior,
  sustituye: closing.sustituye,
  sustituido_por: closing.sustituidoPor,
  intacto: closing.intacto,
});

const BREAKS: Record<Break, string> = {
  rows: 'its seal does not match what is stored: its head or a row was altered',
  chain: 'it does not follow the closing before it: one was removed or put in',
};

export const closingsVerify = (context: Context) =>
  makeCommand('verify', 'compute the seals of closed months anew, and compare', {
    notes: ['Ends with 1 if a seal or the chain of seals is broken.'],
    examples: ['comanda closings verify', 'comanda closings verify cie_01m8k2'],
  })
    .argument('[ID]', 'only this closing, as "closings list" shows it', closingId)
    .option('--restaurant <ID>', 'only the closings of this restaurant', restaurantId)
    .option('--json', 'print one line of JSON for each closing: id, restaurante_id, sello, roto')
    .action(
      withExitCode(context, (id: string | undefined, options) =>
        withExistingStore(context, async (deps) => {
          const { store } = deps;
          await refuseUnknownRestaurant(deps, options.restaurant);
          const ofId = id === undefined ? null : await store.cierres.restaurantOf(id);
          if (id !== undefined && ofId === null) {
            throw new Failure(`there is no closing ${id}; see comanda closings list`);
          }
          const { chain, verify } = await closingsWith(deps);
          const restaurant = ofId ?? options.restaurant ?? null;
          let [count, broken] = [0, 0];
          for await (const { closing, before } of closingsOf(store, chain, restaurant)) {
            if (id !== undefined && closing.id !== id) continue;
            const roto = await verify(closing, before);
            count += 1;
            if (roto !== null) broken += 1;
            const { restauranteId, sello } = closing;
            const told = { id: closing.id, restaurante_id: restauranteId, sello, roto };
            if (options.json) context.io.out(JSON.stringify(told));
            else if (roto !== null) context.io.out(`${closing.id}: ${BREAKS[roto]}.`);
          }
          if (!options.json) context.io.out(`${plural(count, 'closing')}, ${broken} broken.`);
          return broken === 0 ? EXIT.ok : EXIT.failed;
        }),
      ),
    );
