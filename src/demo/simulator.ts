import type { Clock } from '../clock.ts';
import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { makeChance } from './chance.ts';
import type { OpenOrder } from './fill.ts';
import { LIFE_MAX_MS, makeLife, REAL_PACE, WATCHED_PACE } from './life.ts';
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

export interface SimulatorDeps {
  seed: string;
  places: readonly Place[];
  send: Send;
  clock: Pick<Clock, 'now'>;
  /** Waits so long, or until the signal; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Called when the private door does not answer. */
  onTrouble(reason: string): void;
}

/** Commands that are to be sent together at a time. */
interface Task {
  dueMs: number;
  /** Called when the time has come, and again for every retry. */
  prepare(): ComandoPedido[];
  /** Called when all of them were accepted. */
  done(): void;
}

/**
 * Plays new orders, and what becomes of them, at a pace one can watch. Everything goes through the private
 * door and is sent again when the door did not answer: no command of a life does harm twice.
 */
export const makeSimulator = ({ seed, places, send, clock, wait, onTrouble }: SimulatorDeps) => {
  const tasks = new Set<Task>();
  const chance = makeChance(`${seed}|${clock.now()}`);

  const simulatePlace = (place: Place) => {
    const orderAt = makeOrders(seed, place);
    const nextStep = makeLife(seed, place);

    const follow = (pedido: Pedido, sinceMs: number): void => {
      // An order left over from before a pause went on at the pace of a kitchen.
      const isLate = sinceMs < clock.now() - LIFE_MAX_MS;
      const step = nextStep(pedido, sinceMs, isLate ? REAL_PACE : WATCHED_PACE);
      if (step === null) return;
      const { dueMs, comandos } = step;
      tasks.add({
        dueMs,
        prepare: () => comandos,
        done: () => advance(pedido, comandos, dueMs),
      });
    };

    const advance = (before: Pedido | null, comandos: ComandoPedido[], nowMs: number): void => {
      const told = before && { pedido: before, historial: [] };
      follow(applyAll(place, told, comandos, nowMs).pedido, nowMs);
    };

    /** The n-th order of this run, which brings the next one with it. */
    const expectOrder = (dueMs: number, n: number): void => {
      const [min, max] = n < OPENING_ORDERS ? OPENING_SECONDS : place.vivoSegundos;
      let arrived: { comandos: ComandoPedido[]; creadoMs: number } | null = null;
      const arrive = () => {
        const creadoMs = clock.now();
        expectOrder(creadoMs + chance.between(min * 1_000, max * 1_000), n + 1);
        return { comandos: [creation(place, orderAt(creadoMs, { ahead: false }))], creadoMs };
      };
      tasks.add({
        dueMs,
        prepare: () => {
          arrived ??= arrive();
          return arrived.comandos;
        },
        done: () => arrived && advance(null, arrived.comandos, arrived.creadoMs),
      });
    };

    return { follow, expectOrder };
  };

  /** Sends everything that is due; false when the door did not answer and all of it has to be sent again. */
  const sendDue = async (due: readonly Task[]): Promise<boolean> => {
    const batches = due.map((task) => ({ task, comandos: task.prepare() }));
    const answers = await attempt(
      send,
      batches.flatMap(({ comandos }) => comandos),
    );
    if (typeof answers === 'string') {
      onTrouble(answers);
      return false;
    }
    for (const { task, comandos } of batches) {
      const own = answers.splice(0, comandos.length);
      tasks.delete(task);
      // Refused: somebody else has moved the order, so the simulator lets go of it.
      if (own.every(isDone)) task.done();
    }
    return true;
  };

  return {
    /** Plays until the signal, and waits for the answers to what was sent. */
    async run(open: readonly OpenOrder[], signal: AbortSignal): Promise<void> {
      const startMs = clock.now();
      for (const place of places) {
        const { follow, expectOrder } = simulatePlace(place);
        for (const { pedido, sinceMs } of open) {
          if (pedido.restaurante.id !== place.perfil.id) continue;
          // An order that was under way a moment ago goes on from now; one of this morning went on without us.
          follow(pedido, sinceMs < startMs - LIFE_MAX_MS ? sinceMs : startMs);
        }
        expectOrder(startMs + FIRST_ORDER_MS, 1);
      }
      let retryMs = RETRY_MS;
      while (!signal.aborted) {
        const nowMs = clock.now();
        const due = [...tasks].filter(({ dueMs }) => dueMs <= nowMs);
        if (due.length === 0) {
          await wait(Math.min(...[...tasks].map(({ dueMs }) => dueMs)) - nowMs, signal);
        } else if (await sendDue(due)) {
          retryMs = RETRY_MS;
        } else {
          await wait(retryMs, signal);
          retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
        }
      }
    },
  };
};

/** A conflict: the order exists because the same command created it and its answer was lost. */
const isDone = (answer: DoorAnswer): boolean => answer.ok || answer.codigo === 'conflicto';

/** The answers, or what kept them from coming. */
const attempt = async (
  send: Send,
  comandos: readonly Comando[],
): Promise<DoorAnswer[] | string> => {
  try {
    const answers = await send(comandos);
    const failed = answers.find((answer) => !answer.ok && answer.codigo === 'no_disponible');
    return failed === undefined || failed.ok ? [...answers] : failed.error;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
