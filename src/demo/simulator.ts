import type { ComandoPedido } from '../contract/comandos.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import type { Clock } from '../platform/clock.ts';
import { makeChance } from './chance.ts';
import type { OpenOrder } from './fill.ts';
import { LIFE_MAX_MS, type LifeStep, makeLife, REAL_PACE, WATCHED_PACE } from './life.ts';
import { makeOrders } from './order.ts';
import { applyAll, creation } from './past.ts';
import type { Place } from './places/place.ts';
import type { DoorAnswer, Send } from './private-door.ts';

const FIRST_ORDER_MS = 2_000;
/** The first orders come close together, so that there is something to see at once. */
const OPENING_ORDERS = 4;
const OPENING_SECONDS = [3, 8] as const;
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;
/** If the clock is set back by a month, tasks are due too far ahead for a timer, which would then not wait at all. */
const WAIT_MS_MAX = 60_000;

interface SimulationInput {
  seed: string;
  places: readonly Place[];
  send: Send;
  clock: Pick<Clock, 'now'>;
  /** Waits for `ms`, or until the signal; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  onTrouble(reason: string): void;
  signal: AbortSignal;
}

interface Task extends LifeStep {
  /** Called with the door's answer, which is a refusal if somebody else has moved the order. */
  answered(isAccepted: boolean): void;
}

/** Repeats commands that the private door did not answer: none of them does harm twice. */
export const simulate = async (
  open: readonly OpenOrder[],
  { seed, places, send, clock, wait, onTrouble, signal }: SimulationInput,
): Promise<void> => {
  const tasks = new Set<Task>();
  const chance = makeChance(`${seed}|${clock.now()}`);

  const simulatePlace = (place: Place) => {
    const orderAt = makeOrders(seed, place);
    const nextStep = makeLife(seed, place);

    const follow = (pedido: Pedido, sinceMs: number): void => {
      // An order from before a pause went on at the real pace meanwhile.
      const isLate = sinceMs < clock.now() - LIFE_MAX_MS;
      const step = nextStep(pedido, sinceMs, isLate ? REAL_PACE : WATCHED_PACE);
      if (step === null) return;
      const { dueMs, comandos } = step;
      const answered = (isAccepted: boolean) => {
        if (isAccepted) advance(pedido, comandos, dueMs);
      };
      tasks.add({ dueMs, comandos, answered });
    };

    const advance = (before: Pedido | null, comandos: ComandoPedido[], nowMs: number): void => {
      const current = before && { pedido: before, historial: [] };
      follow(applyAll(place, current, comandos, nowMs).pedido, nowMs);
    };

    const expectOrder = (dueMs: number, n: number): void => {
      const [min, max] = n < OPENING_ORDERS ? OPENING_SECONDS : place.vivoSegundos;
      const comandos = [creation(place, orderAt(dueMs, { ahead: false }))];
      const answered = (isAccepted: boolean) => {
        expectOrder(clock.now() + chance.between(min * 1_000, max * 1_000), n + 1);
        if (isAccepted) advance(null, comandos, dueMs);
      };
      tasks.add({ dueMs, comandos, answered });
    };

    return { follow, expectOrder };
  };

  /** Rejects if the door did not answer: all of it is then sent again. */
  const sendAll = async (due: readonly Task[]): Promise<void> => {
    const answers = await send(due.flatMap(({ comandos }) => comandos));
    const failed = answers.find((answer) => !answer.ok && answer.codigo === 'no_disponible');
    if (failed?.ok === false) throw new Error(failed.error);
    for (const task of due) {
      tasks.delete(task);
      task.answered(answers.splice(0, task.comandos.length).every(wasAccepted));
    }
  };

  const startMs = clock.now();
  for (const place of places) {
    const { follow, expectOrder } = simulatePlace(place);
    for (const { pedido, sinceMs } of open) {
      if (pedido.restaurante.id !== place.perfil.id) continue;
      // An order that was under way a moment ago goes on from now; one from this morning has gone on without us.
      follow(pedido, sinceMs < startMs - LIFE_MAX_MS ? sinceMs : startMs);
    }
    expectOrder(startMs + FIRST_ORDER_MS, 1);
  }
  let retryMs = RETRY_MS;
  while (!signal.aborted) {
    const nowMs = clock.now();
    const due = [...tasks].filter(({ dueMs }) => dueMs <= nowMs);
    if (due.length === 0) {
      const waits = [...tasks].map(({ dueMs }) => dueMs - nowMs);
      await wait(Math.min(WAIT_MS_MAX, ...waits), signal);
      continue;
    }
    try {
      await sendAll(due);
      retryMs = RETRY_MS;
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : String(error));
      await wait(retryMs, signal);
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
    }
  }
};

/** A conflict counts: the order exists because the same command created it and its answer was lost. */
const wasAccepted = (answer: DoorAnswer): boolean => answer.ok || answer.codigo === 'conflicto';
