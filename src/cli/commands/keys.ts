import type { Io } from '@comanda/command-line';
import { Failure, flag, optional, required, UsageError } from '@comanda/command-line';
import { makeLlaves } from '../../admin/llaves.ts';
import { ALCANCES } from '../../contract/alcances.ts';
import { DAY_MS } from '../../domain/time.ts';
import { LLAVES_ACTIVAS_MAX, type Llave } from '../../storage/port/accounts.ts';
import { defineCommand } from '../command.ts';
import {
  alcances,
  duration,
  instantOrNever,
  keyId,
  label,
  nombre,
  restaurantId,
} from '../readers.ts';
import { withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { isoInstant, isoInstantOrNull } from '../terminal/text.ts';
import { STATES } from './keys-list.ts';
import { noSuchRestaurant } from './restaurants.ts';

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'create an API key for a restaurant and print its token, once',
  options: {
    restaurant: required('ID', 'restaurant whose data the key reads', restaurantId),
    scopes: required('LIST', `comma list of ${ALCANCES.join(', ')}`, alcances),
    name: optional('NAME', 'what the key is for (default "API key")', nombre),
    label: optional(
      'live|test',
      'label inside the token; both read the same data (default live)',
      label,
    ),
    expires: optional(
      'TIME',
      'when it stops working, ISO 8601; a date is midnight UTC (default never)',
      instantOrNever,
    ),
    json: flag('print one line of JSON: id, token, restaurante_id, alcances, expira_en'),
  },
  notes: ['Only a hash of the token is stored: a lost token cannot be shown again, only replaced.'],
  examples: [
    'comanda keys create --restaurant rest_casa_pepa --scopes pedidos.leer,carta.leer --name "BI"',
  ],
  run: ({ options }, context) =>
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
});

const KEY_ARGUMENT = {
  name: 'ID',
  help: 'id of the key, as "keys list" shows it',
  read: keyId,
};

const TOO_MANY = `the restaurant has ${LLAVES_ACTIVAS_MAX} active keys already; revoke one first (comanda keys revoke ID)`;

const noSuchKey = (id: string): string => `there is no key ${id}; see comanda keys list`;

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'replace an API key; the old one still works for a grace period',
  argument: KEY_ARGUMENT,
  options: {
    grace: optional(
      'DURATION',
      'how long the old key still works: 30m, 24h, 7d (default 24h)',
      duration,
    ),
    expires: optional(
      'TIME',
      'when the new key stops working (default: the expiry of the old one)',
      instantOrNever,
    ),
    json: flag('print one line of JSON: as "keys create", and anterior_id, anterior_expira_en'),
  },
  examples: ['comanda keys rotate llv_01k9m3 --grace 24h'],
  run: ({ options, argument: id }, context) =>
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
});

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  summary: 'revoke an API key, at once and for good',
  argument: KEY_ARGUMENT,
  options: {
    yes: flag('skip the confirmation, which only a terminal asks for'),
    json: flag('print one line of JSON: id, revocada'),
  },
  examples: ['comanda keys revoke llv_01k9m3', 'comanda keys revoke llv_01k9m3 --yes --json'],
  run: ({ argument: id, options }, context) =>
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
});

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
