import { makeLlaves } from '../../../admin/llaves.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { defineCommand, flag, optional } from '../../command.ts';
import { Failure, UsageError } from '../../errors.ts';
import { duration, instantOrNever } from '../../readers.ts';
import { withStore } from '../../store.ts';
import { isoInstant } from '../../terminal/text.ts';
import { KEY_ARGUMENT, noSuchKey, showToken } from './key.ts';

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'replace an API key: the new one works at once, the old one until the grace ends',
  argument: KEY_ARGUMENT,
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
            `key ${id} ends at ${isoInstant(result.expiraMs)} already; say with --expires when its successor is to end, or never`,
          );
        case 'expires_in_past':
          throw new UsageError('--expires is in the past');
        default:
          throw new Failure(
            `key ${id} is ${result.outcome}; make a new one with comanda keys create`,
          );
      }
    }),
});
