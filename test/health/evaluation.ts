import { makeMintId } from '../../src/domain/ids.ts';
import { makeDatabaseWatch } from '../../src/health/database-watch.ts';
import { makeEvaluator } from '../../src/health/evaluator.ts';
import type { Source } from '../../src/health/source.ts';
import { makeKeySources } from '../../src/health/sources/keys.ts';
import { makeRestaurantSources } from '../../src/health/sources/restaurants.ts';
import { makeWebhookSource } from '../../src/health/sources/webhooks.ts';
import { makeTellPeople } from '../../src/health/tell/people.ts';
import { makeUnsubscribing } from '../../src/health/tell/unsubscribing.ts';
import { makeMail } from '../../src/mail/mail.ts';
import { makeSmtp } from '../../src/mail/smtp.ts';
import { makeOneAtATime } from '../../src/platform/async/one-at-a-time.ts';
import { makeLog } from '../../src/platform/log.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeSecretBox } from '../../src/webhooks/secret-box.ts';
import { auditEntry, type Bench } from '../storage/conformance/harness.ts';
import { NOW_MS, RESTAURANTE_ID, seededRandomBytes } from '../support/samples.ts';

const PUBLIC_URL = 'https://comanda.example';

/** Evaluates and tells as the service does, whenever the test says so, by the test's clock. */
export const makeEvaluation = (
  bench: Bench,
  {
    smtpUrl = null,
    sources = [],
    seed = 3,
  }: { smtpUrl?: string | null; sources?: Source[]; seed?: number } = {},
  store: Store = bench.store,
) => {
  const clock = { now: bench.clock.now, monotonic: bench.clock.now };
  const lines: { msg: string; kind?: string }[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const oneAtATime = makeOneAtATime();
  const database = makeDatabaseWatch(clock);
  const randomBytes = seededRandomBytes(seed);
  const mintId = makeMintId(randomBytes);
  const { health } = store;
  const evaluate = makeEvaluator({
    ...{ store: health, clock, log, mintId, database, oneAtATime, calls: false },
    sources: [
      makeWebhookSource(health),
      ...makeKeySources(health),
      ...makeRestaurantSources(store),
      ...sources,
    ],
  });
  const mail = makeMail({
    ...{ store, clock, log, mintId },
    secretBox: makeSecretBox(['una llave'], randomBytes),
    transport:
      smtpUrl === null
        ? null
        : makeSmtp({ url: smtpUrl, from: 'avisos@comanda.example', requireTls: false }),
  });
  const unsubscribing = makeUnsubscribing({ store: health, secret: randomBytes(32) });
  const tell = makeTellPeople({ store: health, clock, mail, unsubscribing, publicUrl: PUBLIC_URL });
  return {
    database,
    lines,
    mail,
    unsubscribing,
    async pass(): Promise<void> {
      await evaluate();
      await oneAtATime.idle();
    },
    /** Sends what has been owed for long enough. */
    async tell(): Promise<void> {
      await tell();
      while ((await mail.sendDue()) > 0);
    },
    open: async (restauranteId: string | null = RESTAURANTE_ID) =>
      (await health.listOpen(restauranteId)).map(({ tipo }) => tipo),
  };
};

/** A user of the sample restaurant, or an operator. */
export const makePerson = async (
  { usuarios }: Store,
  name: string,
  restauranteId: string | null = RESTAURANTE_ID,
): Promise<string> => {
  const id = `usr_${name}`;
  const email = `${name}@pepa.example`;
  const setup = { hash: `alta ${name}`, expiraMs: NOW_MS };
  const puestos = restauranteId === null ? [] : [{ restauranteId, rol: 'propietaria' as const }];
  const usuario = { id, email, operador: restauranteId === null, creadoMs: NOW_MS };
  await usuarios.create(usuario, puestos, setup, auditEntry());
  return id;
};
