import type { Io } from '@comanda/command-line';
import { Failure, listOption, makeCommand, UsageError } from '@comanda/command-line';
import { Option } from '@commander-js/extra-typings';
import { makeLlaves } from '../../../admin/llaves.ts';
import { ALCANCES } from '../../../contract/alcances.ts';
import { TOKEN_LABELS } from '../../../contract/ids.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { LLAVES_ACTIVAS_MAX, type Llave } from '../../../storage/port/accounts.ts';
import type { Context } from '../../command.ts';
import { duration, instantOrNever, keyId, nombre, restaurantId } from '../../readers.ts';
import { withStore } from '../../store.ts';
import { printOutcome } from '../../terminal/print.ts';
import { isoInstant, isoInstantOrNull } from '../../terminal/text.ts';
import { noSuchRestaurant } from '../restaurants.ts';
import { STATES } from './keys-list.ts';

export const keysCreate = (context: Context) =>
  makeCommand('create', 'create an API key for a restaurant and print its token, once', {
    notes: [
      'Only a hash of the token is stored: a lost token cannot be shown again, only replaced.',
    ],
    examples: [
      'comanda keys create --restaurant rest_casa_pepa --scopes pedidos.leer,carta.leer --name "BI"',
    ],
  })
    .requiredOption('--restaurant <ID>', 'restaurant whose data the key reads', restaurantId)
    .addOption(
      listOption('--scopes <LIST>', 'what the key may read', ALCANCES).makeOptionMandatory(),
    )
    .option('--name <NAME>', 'what the key is for (default "API key")', nombre)
    .addOption(
      new Option(
        '--label <LABEL>',
        'label inside the token; both read the same data (default live)',
      ).choices(TOKEN_LABELS),
    )
    .option(
      '--expires <TIME>',
      'when it stops working, ISO 8601; a date is midnight UTC (default never)',
      instantOrNever,
    )
    .option('--json', 'print one line of JSON: id, token, restaurante_id, alcances, expira_en')
    .action((options) =>
      withStore(context, async (deps) => {
        const result = await makeLlaves(deps).create(
          {
            restauranteId: options.restaurant,
            alcances: options.scopes,
            nombre: options.name ?? 'API key',
            etiqueta: options.label ?? 'live',
            expiraMs: options.expires ?? null,
          },
          context.actor,
        );
        if (result.outcome === 'expires_in_past') throw new UsageError('--expires is in the past');
        if (result.outcome === 'too_many') throw new Failure(TOO_MANY);
        if (result.outcome !== 'created') throw new Failure(noSuchRestaurant(options.restaurant));
        showToken(context.io, result, options.json ? {} : null);
      }),
    );

const KEY_ARGUMENT = ['<ID>', 'id of the key, as "keys list" shows it', keyId] as const;

const TOO_MANY = `the restaurant has ${LLAVES_ACTIVAS_MAX} active keys already; revoke one first (comanda keys revoke ID)`;

export const noSuchKey = (id: string): string => `there is no key ${id}; see comanda keys list`;

export const keysRotate = (context: Context) =>
  makeCommand('rotate', 'replace an API key; the old one still works for a grace period', {
    examples: ['comanda keys rotate llv_01k9m3 --grace 24h'],
  })
    .argument(...KEY_ARGUMENT)
    .option(
      '--grace <DURATION>',
      'how long the old key still works: 30m, 24h, 7d (default 24h)',
      duration,
    )
    .option(
      '--expires <TIME>',
      'when the new key stops working (default: the expiry of the old one)',
      instantOrNever,
    )
    .option(
      '--json',
      'print one line of JSON: as "keys create", and anterior_id, anterior_expira_en',
    )
    .action((id, options) =>
      withStore(context, async (deps) => {
        const input = { id, graceMs: options.grace ?? DAY_MS, expiraMs: options.expires };
        const result = await makeLlaves(deps).rotate(input, context.actor);
        switch (result.outcome) {
          case 'rotated': {
            const until = isoInstant(result.anteriorExpiraMs);
            const old = { anterior_id: id, anterior_expira_en: until };
            showToken(context.io, result, options.json ? old : null);
            if (!options.json) context.io.err(`The old key ${id} works until ${until}.`);
            return;
          }
          case 'not_found':
            throw new Failure(noSuchKey(id));
          case 'needs_expiry':
            throw new UsageError(
              `key ${id} expires at ${isoInstant(result.expiraMs)}, within the grace period; give --expires for the new key: a time, or never`,
            );
          case 'expires_in_past':
            throw new UsageError('--expires is in the past');
          case 'too_many':
            throw new Failure(TOO_MANY);
          case 'not_active':
            throw new Failure(
              `key ${id} is ${STATES[result.estado]}; create a new one with comanda keys create`,
            );
        }
      }),
    );

export const keysRevoke = (context: Context) =>
  makeCommand('revoke', 'revoke an API key, at once and for good', {
    examples: ['comanda keys revoke llv_01k9m3', 'comanda keys revoke llv_01k9m3 --yes --json'],
  })
    .argument(...KEY_ARGUMENT)
    .option('--yes', 'skip the confirmation, which only a terminal asks for')
    .option('--json', 'print one line of JSON: id, revocada')
    .action((id, options) =>
      withStore(context, async (deps) => {
        const question = `Revoke ${id}? It stops working at once and for good.`;
        if (!options.yes && (await context.io.confirm(question)) === false) {
          throw new Failure(`key ${id} was not revoked`);
        }
        const { outcome } = await makeLlaves(deps).revoke(id, context.actor);
        if (outcome === 'not_found') throw new Failure(noSuchKey(id));
        const sentence = `Key ${id} ${outcome === 'revoked' ? 'is' : 'was already'} revoked.`;
        printOutcome(context.io, options.json, { id, revocada: true }, sentence);
      }),
    );

/** Only the token goes to stdout, so that a shell can capture it. `json` holds more fields for the line of JSON; null prints text. */
const showToken = (
  io: Io,
  { llave, token }: { llave: Llave; token: string },
  json: Record<string, unknown> | null,
): void => {
  const { id, restauranteId: restaurante_id, alcances, expiraMs } = llave;
  const expira_en = isoInstantOrNull(expiraMs);
  if (json !== null) {
    io.out(JSON.stringify({ id, token, restaurante_id, alcances, expira_en, ...json }));
    return;
  }
  io.err(
    `Key ${id} for ${restaurante_id}: ${alcances.join(', ')}; expires ${expira_en ?? 'never'}.`,
  );
  io.err('This is its token. Copy it now: it is not stored and cannot be shown again.');
  io.out(token);
};
