import { makeLlaves } from '../../admin/llaves.ts';
import { ALCANCES } from '../../contract/alcances.ts';
import { command, flag, optional, required } from '../command.ts';
import { EXIT, Failure, UsageError } from '../exit.ts';
import { KEY_HEADER, keyJson, keyRow, showToken } from '../key-view.ts';
import { alcances, duration, id, instantOrNever, label, nombre } from '../read.ts';
import { withStore } from '../store.ts';
import { isoInstant, table } from '../text.ts';

const GRACE_DEFAULT_MS = 24 * 3_600_000;
const keyId = id('llave', 'key');
const restaurant = id('restaurante', 'restaurant');
const keyArgument = { name: 'ID', help: 'id of the key, as "keys list" shows it', read: keyId };

export const keysCreate = command({
  name: 'keys create',
  summary: 'make an API key for a restaurant and print its token, once',
  argument: null,
  options: {
    restaurant: required('ID', 'restaurant whose data the key reads', restaurant),
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
  notes: [
    'Only a digest of the token is stored: a lost token cannot be shown again, only replaced.',
  ],
  examples: [
    'comanda keys create --restaurant rest_casa_pepa --scopes pedidos.leer,carta.leer --name "BI"',
  ],
  run: (options, _, context) =>
    withStore(context, async (store) => {
      const result = await makeLlaves({ ...context, store }).create(
        {
          restauranteId: options.restaurant,
          alcances: options.scopes,
          nombre: options.name ?? 'API key',
          etiqueta: options.label ?? 'live',
          expiraMs: options.expires ?? null,
        },
        context.actor,
      );
      if (result.outcome === 'created') {
        showToken(result.llave, result.token, options.json ? {} : null, context.io);
        return EXIT.ok;
      }
      if (result.outcome === 'expires_in_past') throw new UsageError('--expires is in the past');
      throw new Failure(
        `there is no restaurant ${options.restaurant}; see comanda restaurants list`,
      );
    }),
});

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'replace an API key: the new one works at once, the old one until the grace ends',
  argument: keyArgument,
  options: {
    grace: optional(
      'DURATION',
      'how long the old key still works: 30m, 24h, 7d (default 24h)',
      duration,
    ),
    expires: optional(
      'TIME',
      'when the new key stops working (default: when the old one was to)',
      instantOrNever,
    ),
    json: flag('print one line of JSON, as keys create, with anterior_id and anterior_expira_en'),
  },
  examples: ['comanda keys rotate llv_01k9m3 --grace 24h'],
  run: (options, keyToRotate, context) =>
    withStore(context, async (store) => {
      const graceMs = options.grace ?? GRACE_DEFAULT_MS;
      const input = { id: keyToRotate, graceMs, expiraMs: options.expires };
      const result = await makeLlaves({ ...context, store }).rotate(input, context.actor);
      switch (result.outcome) {
        case 'rotated': {
          const until = isoInstant(result.anteriorExpiraMs);
          const extra = { anterior_id: keyToRotate, anterior_expira_en: until };
          showToken(result.llave, result.token, options.json ? extra : null, context.io);
          if (!options.json) context.io.err(`The old key ${keyToRotate} works until ${until}.`);
          return EXIT.ok;
        }
        case 'not_found':
          throw new Failure(noSuchKey(keyToRotate));
        case 'needs_expiry':
          throw new UsageError(
            `key ${keyToRotate} ends at ${isoInstant(result.expiraMs)} already; say with --expires when its successor is to end, or never`,
          );
        case 'expires_in_past':
          throw new UsageError('--expires is in the past');
        default:
          throw new Failure(
            `key ${keyToRotate} is ${result.outcome}; make a new one with comanda keys create`,
          );
      }
    }),
});

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'end an API key at once and for good',
  argument: keyArgument,
  options: {},
  examples: ['comanda keys revoke llv_01k9m3'],
  run: (_, keyToRevoke, context) =>
    withStore(context, async (store) => {
      const { outcome } = await makeLlaves({ ...context, store }).revoke(
        keyToRevoke,
        context.actor,
      );
      if (outcome === 'not_found') throw new Failure(noSuchKey(keyToRevoke));
      context.io.out(`Key ${keyToRevoke} ${outcome === 'revoked' ? 'is' : 'was already'} revoked.`);
      return EXIT.ok;
    }),
});

export const keysList = command({
  name: 'keys list',
  summary: 'list API keys, newest first',
  argument: null,
  options: {
    restaurant: optional('ID', 'only the keys of this restaurant', restaurant),
    json: flag('print one line of JSON for each key'),
  },
  examples: ['comanda keys list', 'comanda keys list --restaurant rest_casa_pepa --json'],
  run: (options, _, context) =>
    withStore(context, async (store) => {
      const { io, clock } = context;
      const llaves = await makeLlaves({ ...context, store }).list(options.restaurant ?? null);
      const now = clock.now();
      if (options.json) for (const llave of llaves) io.out(JSON.stringify(keyJson(llave, now)));
      else if (llaves.length === 0) io.err('No keys. Make one with: comanda keys create --help');
      else
        for (const line of table([KEY_HEADER, ...llaves.map((llave) => keyRow(llave, now))]))
          io.out(line);
      return EXIT.ok;
    }),
});

const noSuchKey = (keyId: string): string => `there is no key ${keyId}; see comanda keys list`;
