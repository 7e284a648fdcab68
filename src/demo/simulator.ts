import type { Clock } from '../clock.ts';
import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { makeChance } from './chance.ts';
import type { OpenOrder } from './fill.ts';
import { LIFE_MAX_MS, makeLife, REAL_PACE, WATCHED_PACE } from './life.ts';
import { makeOrders } from './order.ts';
import { creation, makeMirror } from './past.ts';
import type { Place } from './places/place.ts';
import type { DoorAnswer, Send } from './private-door.ts';

const FIRST_ORDER_MS = 2_000;
/** So many orders come close together at first: whoever has just started it wants to see something. */
const OPENING_ORDERS = 4;
const OPENING_SECONDS = [3, 8] as const;
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;

/** Waits so long, or until the signal; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface SimulatorDeps {
  seed: string;
  places: readonly Place[];
  send: Send;
  clock: Pick<Clock, 'now'>;
  wait: Wait;
  /** Told once when the door stops answering. */
  onTrouble(reason: string): void;
}

/** Something that is to happen: commands that go together, and what follows from them. */
interface Task {
  dueMs: number;
  /** Asked for when the time has come, and again if they have to be sent again. */
  prepare(): ComandoPedido[];
  /** Told when all of them were carried out. */
  done(comandos: readonly ComandoPedido[]): void;
}

/**
 * New orders, and what becomes of them, at a pace one can watch. Everything goes through the private door,
 * and everything is sent again when the door did not answer: no command of a life does harm twice.
 */
export const makeSimulator = ({ seed, places, send, clock, wait, onTrouble }: SimulatorDeps) => {
  const tasks = new Set<Task>();
  const scenes = new Map(places.map((place) => [place.perfil.id, sceneOf(seed, place)]));
  const chance = makeChance(`${seed}|${clock.now()}`);

  const follow = (pedido: Pedido, sinceMs: number): void => {
    const scene = scenes.get(pedido.restaurante.id);
    // Left over from before a pause: what happened in it happened at the pace of a kitchen.
    const isLate = sinceMs < clock.now() - LIFE_MAX_MS;
    const step = scene?.life.next(pedido, sinceMs, isLate ? REAL_PACE : WATCHED_PACE);
    if (scene === undefined || step === undefined || step === null) return;
    const { dueMs, comandos } = step;
    tasks.add({
      dueMs,
      prepare: () => comandos,
      done: () => follow(scene.afterwards(pedido, comandos, dueMs), dueMs),
    });
  };

  /** The n-th order of this run, which brings the next one with it. */
  const expectOrder = (place: Place, dueMs: number, n: number): void => {
    const scene = scenes.get(place.perfil.id);
    if (scene === undefined) return;
    const [min, max] = n < OPENING_ORDERS ? OPENING_SECONDS : place.vivoSegundos;
    let creadoMs = dueMs;
    const arrive = (): ComandoPedido[] => {
      creadoMs = clock.now();
      expectOrder(place, creadoMs + chance.between(min * 1_000, max * 1_000), n + 1);
      return [creation(place, scene.orders.orderAt(creadoMs, { ahead: false }))];
    };
    let comandos: ComandoPedido[] | null = null;
    tasks.add({
      dueMs,
      prepare: () => {
        comandos ??= arrive();
        return comandos;
      },
      done: (sent) => follow(scene.afterwards(null, sent, creadoMs), creadoMs),
    });
  };

  /** Sends all that is due; false when the door did not answer and all of it has to be sent again. */
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
    let next = 0;
    for (const { task, comandos } of batches) {
      const own = answers.slice(next, next + comandos.length);
      next += comandos.length;
      tasks.delete(task);
      // Refused: somebody else has moved the order. It is theirs now.
      if (own.every(isDone)) task.done(comandos);
    }
    return true;
  };

  return {
    /** Plays until the signal, and lets what was sent be answered. */
    async run(open: readonly OpenOrder[], signal: AbortSignal): Promise<void> {
      const startMs = clock.now();
      for (const { pedido, sinceMs } of open) follow(pedido, takenUpAt(sinceMs, startMs));
      for (const place of places) expectOrder(place, startMs + FIRST_ORDER_MS, 1);
      let retryMs = RETRY_MS;
      while (!signal.aborted) {
        const nowMs = clock.now();
        const due = [...tasks].filter(({ dueMs }) => dueMs <= nowMs);
        if (due.length === 0) {
          const nextMs = Math.min(...[...tasks].map(({ dueMs }) => dueMs));
          await wait(nextMs - nowMs, signal);
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

/** An order that was under way a moment ago goes on from now; one of this morning went on without us. */
const takenUpAt = (sinceMs: number, nowMs: number): number =>
  sinceMs < nowMs - LIFE_MAX_MS ? sinceMs : nowMs;

const sceneOf = (seed: string, place: Place) => {
  const mirror = makeMirror(place);
  return {
    orders: makeOrders(seed, place),
    life: makeLife(seed, place),
    /** The order as the service has it after these commands. */
    afterwards(before: Pedido | null, comandos: readonly ComandoPedido[], nowMs: number): Pedido {
      const pedido = comandos.reduce<Pedido | null>(
        (current, comando) => mirror(current, comando, nowMs).pedido,
        before,
      );
      if (pedido === null) throw new Error('a step has at least one command');
      return pedido;
    },
  };
};

/** An order that is there already was created by the same command, whose answer was lost. */
const isDone = (answer: DoorAnswer): boolean => answer.ok || answer.codigo === 'conflicto';

/** The answers, or what kept them from coming. */
const attempt = async (
  send: Send,
  comandos: readonly Comando[],
): Promise<DoorAnswer[] | string> => {
  try {
    const answers = await send(comandos);
    const failed = answers.find((answer) => !answer.ok && answer.codigo === 'no_disponible');
    return failed === undefined || failed.ok ? answers : failed.error;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
