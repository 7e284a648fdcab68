import assert from 'node:assert/strict';
import type { Envio, Outcome } from '../../../src/domain/webhooks/outcome.ts';
import { makeLog } from '../../../src/platform/log.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { type Dispatcher, makeDispatcher } from '../../../src/webhooks/dispatcher/dispatcher.ts';
import type { Limits } from '../../../src/webhooks/dispatcher/limits.ts';
import { ENGINE } from '../../storage/conformance/engines.ts';
import { type Bench, makeBench } from '../../storage/conformance/harness.ts';
import { makeHook } from '../../storage/conformance/hooks.ts';
import type { EngineName } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { answered } from '../outcomes.ts';

/** A scripted endpoint: what it received, and how it answers. */
interface Endpoint {
  readonly got: {
    webhookId: string;
    id: string;
    secuencia: number;
    pedidoId: string;
    intento: number;
  }[];
  answer: (envio: Envio, signal: AbortSignal) => Outcome | Promise<Outcome>;
  /** The most attempts in flight at once. */
  peak: number;
}

export interface Sender extends AsyncDisposable {
  bench: Bench;
  store: Store;
  endpoint: Endpoint;
  dispatcher: Dispatcher;
  verdicts: string[];
  /** Its log lines. */
  lines: string[];
  /** Polls, and waits until there is nothing left to do. */
  settle(): Promise<void>;
  /** Like `settle`, at a later time. */
  settleAt(ms: number): Promise<void>;
  /** Polls until no delivery is owed, also when the database fails meanwhile. */
  settleAll(): Promise<void>;
  /** The number of deliveries owed. */
  owed(): Promise<number>;
  another(owner: string, store: Store): Dispatcher;
}

export const makeSender = async (
  engine: EngineName,
  limits: Partial<Limits> = {},
  random: () => number = () => 0,
): Promise<Sender> => {
  const bench = await makeBench(ENGINE[engine]);
  const endpoint: Endpoint = { got: [], answer: () => answered(200), peak: 0 };
  const verdicts: string[] = [];
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line).msg) });
  let underWay = 0;
  const attempt = async (envio: Envio, signal: AbortSignal): Promise<Outcome> => {
    const { secuencia, datos } = JSON.parse(Buffer.from(envio.body).toString('utf8'));
    const { webhook, id, intento } = envio;
    endpoint.got.push({ webhookId: webhook.id, id, secuencia, pedidoId: datos.pedido.id, intento });
    underWay += 1;
    endpoint.peak = Math.max(endpoint.peak, underWay);
    const outcome = await endpoint.answer(envio, signal);
    underWay -= 1;
    return outcome;
  };
  const dispatchers: Dispatcher[] = [];
  const another = (owner: string, store: Store): Dispatcher => {
    const made = makeDispatcher({
      store,
      attempt,
      clock: bench.clock,
      log,
      random,
      owner,
      observer: { attempted: (verdict) => verdicts.push(verdict), delivered: () => {} },
      limits: { pollMs: 20, turnMs: 0, ...limits },
    });
    dispatchers.push(made);
    return made;
  };
  const dispatcher = another('uno', bench.store);
  const settle = async () => {
    dispatcher.poll();
    await until(() => dispatcher.isAtRest());
  };
  const owed = async () => (await bench.store.webhooks.entregas.owed()).entregas;
  return {
    bench,
    store: bench.store,
    endpoint,
    dispatcher,
    verdicts,
    lines,
    settle,
    owed,
    another,
    settleAll: () =>
      until(async () => {
        dispatcher.poll();
        return (await owed()) === 0;
      }),
    async settleAt(ms) {
      bench.clock.set(ms);
      await settle();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(dispatchers.map((each) => each.stop(0)));
      await bench[Symbol.asyncDispose]();
    },
  };
};

/** Makes a sender with the webhook `wh_uno` for every event. */
export const makeHookedSender = async (
  ...given: Parameters<typeof makeSender>
): Promise<Sender> => {
  const sender = await makeSender(...given);
  await makeHook(sender.store);
  return sender;
};

/** The sequences of each order's events, in order of first arrival. */
export const firstArrivals = (got: Readonly<Endpoint['got']>): Map<string, number[]> => {
  const orders = new Map<string, number[]>();
  for (const { webhookId, pedidoId, secuencia } of got) {
    const seen = orders.getOrInsertComputed(`${webhookId} ${pedidoId}`, () => []);
    if (!seen.includes(secuencia)) seen.push(secuencia);
  }
  return orders;
};

/** Asserts that the events of each order first arrived in sequence. */
export const assertInSequence = (got: Readonly<Endpoint['got']>): void => {
  for (const sequences of firstArrivals(got).values()) {
    const sorted = sequences.toSorted((a, b) => a - b);
    assert.deepEqual(sequences, sorted);
  }
};
