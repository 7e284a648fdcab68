import { HOUR_MS } from '../domain/time.ts';
import type { Verdict } from '../domain/webhooks/retry.ts';
import { inBatches, makeGatherer } from '../platform/async/gatherer.ts';
import type { Clock } from '../platform/clock.ts';
import type { HoraStore, HoraWebhook, Webhook } from '../storage/port/webhooks.ts';

/** Attempts gather this long and go to the database together: no delivery waits for a figure. */
const GATHER_MS = 5_000;
/** Hours of webhooks kept in memory while the database does not answer; beyond it, figures are lost. */
const UNSTORED_MAX = 20_000;

/** Counts the attempts of each webhook per hour. */
export const makeFigures = (
  horas: Pick<HoraStore, 'add'>,
  clock: Pick<Clock, 'now'>,
  onFailed: (error: unknown) => void,
) => {
  let unstored = new Map<string, HoraWebhook>();

  const add = (given: HoraWebhook): void => {
    const key = `${given.hora} ${given.webhookId}`;
    const known = unstored.get(key);
    if (known === undefined) {
      if (unstored.size < UNSTORED_MAX) unstored.set(key, given);
      return;
    }
    known.exitos += given.exitos;
    known.fallos += given.fallos;
    known.duracionMs += given.duracionMs;
    known.duracionMaxMs = Math.max(known.duracionMaxMs, given.duracionMaxMs);
  };

  const { soon, flush } = makeGatherer(GATHER_MS, async () => {
    const counted = [...Map.groupBy(unstored.values(), (each) => each.restauranteId).values()];
    unstored = new Map();
    await inBatches(counted, async (batch) => {
      const left = [...batch];
      try {
        for (const ofRestaurant of batch) {
          await horas.add(ofRestaurant);
          left.shift();
        }
      } catch (error) {
        onFailed(error);
        for (const each of left.flat()) add(each);
      }
    });
  });

  return {
    note(
      { restauranteId, id }: Pick<Webhook, 'restauranteId' | 'id'>,
      verdict: Verdict['kind'],
      durationMs: number,
    ): void {
      // Our own failures and stale connections say nothing about the endpoint.
      if (verdict === 'ours' || verdict === 'stale') return;
      const isSuccess = verdict === 'success';
      add({
        restauranteId,
        webhookId: id,
        hora: Math.floor(clock.now() / HOUR_MS),
        exitos: isSuccess ? 1 : 0,
        fallos: isSuccess ? 0 : 1,
        duracionMs: durationMs,
        duracionMaxMs: durationMs,
      });
      soon();
    },
    flush,
  };
};
