import type { MintId } from '../domain/ids.ts';
import type { Attempt, Envio } from '../domain/webhooks/outcome.ts';
import type { Mail } from '../mail/mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../storage/port/store.ts';
import { makeHealth } from './health.ts';
import type { Source } from './source.ts';
import { makeServiceSources } from './sources/service.ts';
import { makeTellOperator } from './tell/operator.ts';
import { makeTellPeople } from './tell/people.ts';
import { makeUnsubscribing } from './tell/unsubscribing.ts';

interface HealthServiceDeps {
  store: Store;
  clock: Clock;
  log: Log;
  mintId: MintId;
  random(): number;
  owner: string;
  dataDir: string;
  publicUrl: string;
  isPublicUrlSet: boolean;
  mail: Mail;
  attempt: Attempt;
  /** Called at the begin and end of every condition; null: nobody is. */
  operatorWebhook: Envio['webhook'] | null;
  replicaLagMs(): number | null;
  /** Told of each answer of the database, about once a second. */
  onDatabaseAnswer(): void;
  /** Conditions that other rooms know of. */
  sources?: readonly Source[];
}

/** Wires together the rules, who evaluates them and who is told. */
export const makeHealthService = async (deps: HealthServiceDeps) => {
  const { store, mail, operatorWebhook, publicUrl, isPublicUrlSet, sources = [] } = deps;
  const { health } = store;
  const unsubscribing = makeUnsubscribing({ store: health, secret: await store.secret('avisos') });
  const tellPeople = makeTellPeople({ ...deps, store: health, mail, unsubscribing });
  const operator =
    operatorWebhook === null
      ? null
      : makeTellOperator({ ...deps, store: health, webhook: operatorWebhook });
  const own = makeServiceSources({
    ...deps,
    store: health,
    publicUrl: isPublicUrlSet ? publicUrl : null,
  });
  const evaluator = makeHealth({
    ...deps,
    sources: [...own, ...sources],
    tellers: [tellPeople, ...(operator === null ? [] : [operator.tell])],
    calls: operator !== null,
  });
  return {
    unsubscribing,
    start: evaluator.start,
    isDatabaseAway: evaluator.isDatabaseAway,
    counts: health.counts,
    stop(): Promise<void> {
      operator?.stop();
      return evaluator.stop();
    },
  };
};
