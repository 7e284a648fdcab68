import type { Evento } from '@comanda/client';
import { sleep } from '@comanda/client/internal';
import { isSuccess, type Outcome, type Send } from '../delivery/send.ts';
import type { IncomingEvent } from './source.ts';
import { makeTurnstile } from './turnstile.ts';

/** Attempts under way, each for a different order. */
const IN_FLIGHT_MAX = 8;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 10_000;
/** Caps the pause that a receiver asks for: somebody at a desk is waiting for it. */
const PAUSE_MS_MAX = 5 * 60_000;
/** After so many failures in a row the receiver counts as down, and gets one attempt at a time. */
const DOWN_AFTER = 3;
/** Time for attempts under way to finish after a stop. */
const DRAIN_MS_MAX = 2_000;
const MAY_ASK_FOR_A_PAUSE = new Set([429, 503]);

export interface Attempted {
  evento: Evento;
  intento: number;
  outcome: Outcome;
  /** Milliseconds until the next attempt; null: the event has arrived. */
  retryMs: number | null;
  /** The receiver asked for a pause: as for a webhook, that does not count as an attempt. */
  isPause: boolean;
}

interface ForwarderOptions {
  send: Send;
  /** Ends all waiting; attempts under way may finish. */
  signal: AbortSignal;
  random: () => number;
  onAttempt(attempted: Attempted): void;
}

/** Sends each event until it has arrived. Events of one order follow each other, different orders go in parallel. */
export const makeForwarder = ({ send, signal, random, onAttempt }: ForwarderOptions) => {
  const lanes = new Map<string, Promise<void>>();
  const cut = new AbortController();
  const underWay = new Set<Promise<Outcome>>();
  let failures = 0;
  const isDown = () => failures >= DOWN_AFTER;
  const turnstile = makeTurnstile(() => (isDown() ? 1 : IN_FLIGHT_MAX));

  const backoffMs = (attempts: number): number =>
    Math.min(BACKOFF_MS * 2 ** attempts, BACKOFF_MS_MAX) * (0.5 + random() / 2);

  const trySending = ({ evento, body }: IncomingEvent, intento: number): Promise<Outcome> => {
    const { id, tipo } = evento;
    const sending = send({ id, tipo, intento, body }, cut.signal);
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  };

  const attempt = async (incoming: IncomingEvent, intento: number): Promise<Attempted> => {
    await turnstile.enter(signal);
    try {
      const outcome = await trySending(incoming, intento);
      const isArrived = isSuccess(outcome);
      failures = isArrived ? 0 : failures + 1;
      const isPause = MAY_ASK_FOR_A_PAUSE.has(outcome.status ?? 0) && outcome.retryAfter !== null;
      const pauseMs = isPause ? Math.min((outcome.retryAfter ?? 0) * 1_000, PAUSE_MS_MAX) : 0;
      const retryMs = isArrived ? null : pauseMs + backoffMs(Math.max(intento, failures) - 1);
      const attempted = { evento: incoming.evento, intento, outcome, retryMs, isPause };
      onAttempt(attempted);
      // Keeps its turn while it waits: any other order would only find the receiver down too.
      if (retryMs !== null && isDown()) await sleep(retryMs, signal);
      return attempted;
    } finally {
      turnstile.leave();
    }
  };

  const deliver = async (incoming: IncomingEvent): Promise<void> => {
    for (let intento = 1; ; ) {
      const { retryMs, isPause } = await attempt(incoming, intento);
      if (retryMs === null) return;
      if (!isPause) intento += 1;
      if (!isDown()) await sleep(retryMs, signal);
    }
  };

  return {
    /** Resolves when the event has arrived; rejects only after a stop. */
    forward(incoming: IncomingEvent): Promise<void> {
      const pedidoId = incoming.evento.datos.pedido.id;
      const lane = (lanes.get(pedidoId) ?? Promise.resolve()).then(() => deliver(incoming));
      lanes.set(pedidoId, lane);
      const leave = () => {
        if (lanes.get(pedidoId) === lane) lanes.delete(pedidoId);
      };
      lane.then(leave, leave);
      return lane;
    },
    /** After a stop: waits for attempts under way, and aborts those that take too long. */
    async drain(): Promise<void> {
      if (underWay.size > 0) {
        await Promise.race([Promise.allSettled(underWay), sleep(DRAIN_MS_MAX)]);
      }
      cut.abort(new Error('told to stop'));
      // Lets the promises of attempts that just ended settle.
      await sleep(0);
    },
  };
};
