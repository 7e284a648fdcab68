import type { ComandoPedido } from '../contract/comandos.ts';
import type { CuentaTask } from './cuenta.ts';
import { makeLinger } from './linger.ts';
import { makeCarryOut, type Step, type StepDeps } from './steps.ts';
import type { Ticket } from './window.ts';

/** A batch is one transaction: large enough to share its cost, small enough not to make others wait. */
const BATCH_COMMANDS_MAX = 500;
const BATCH_BYTES_MAX = 1_024 * 1_024;
/** Restaurants whose steps are carried out at the same time. */
const RUNNING_MAX = 64;

/** What waits for one restaurant, from all connections. One step at a time, in order. */
interface Lane {
  restauranteId: string;
  steps: Step[];
  busy: boolean;
  /** The first step gathers no more and starts as soon as it may. */
  due: boolean;
}

/**
 * Group commit by restaurant: commands that come in together, or while a batch is being stored, share
 * the next transaction. An account command is a step of its own, so that it keeps its place.
 */
export const makeLanes = (deps: StepDeps) => {
  const carryOut = makeCarryOut(deps);
  const lanes = new Map<string, Lane>();
  /** With steps that are not due yet. */
  const gathering = new Set<Lane>();
  /** Due and not busy. */
  const ready: Lane[] = [];
  let running = 0;
  let idleWaiters: (() => void)[] = [];

  const laneOf = (restauranteId: string): Lane => {
    let lane = lanes.get(restauranteId);
    if (lane === undefined) {
      lane = { restauranteId, steps: [], busy: false, due: false };
      lanes.set(restauranteId, lane);
    }
    return lane;
  };

  const enqueue = (lane: Lane, step: Step): void => {
    lane.steps.push(step);
    if (lane.due) return;
    // A step behind another one means that the first is full or must not grow.
    if (lane.steps.length > 1) makeDue(lane);
    else gathering.add(lane);
  };

  const makeDue = (lane: Lane): void => {
    gathering.delete(lane);
    lane.due = true;
    if (!lane.busy) ready.push(lane);
  };

  const start = (): void => {
    while (running < RUNNING_MAX) {
      const lane = ready.shift();
      const step = lane?.steps.shift();
      if (lane === undefined || step === undefined) return;
      lane.busy = true;
      lane.due = lane.steps.length > 0;
      running += 1;
      void advance(lane, step);
    }
  };

  const advance = async (lane: Lane, step: Step): Promise<void> => {
    await carryOut(lane.restauranteId, step);
    lane.busy = false;
    running -= 1;
    if (lane.due) ready.push(lane);
    else if (lane.steps.length === 0) lanes.delete(lane.restauranteId);
    start();
    if (lanes.size > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  };

  /** Starts all that waits, without waiting for more to come. */
  const flush = (): void => {
    for (const lane of gathering) makeDue(lane);
    start();
  };

  return {
    addPedido(comando: ComandoPedido, ticket: Ticket): void {
      const lane = laneOf(comando.restaurante_id);
      const last = lane.steps.at(-1);
      if (
        last !== undefined &&
        'comandos' in last &&
        last.comandos.length < BATCH_COMMANDS_MAX &&
        last.bytes + ticket.bytes <= BATCH_BYTES_MAX
      ) {
        last.comandos.push(comando);
        last.tickets.push(ticket);
        last.bytes += ticket.bytes;
        return;
      }
      enqueue(lane, { comandos: [comando], tickets: [ticket], bytes: ticket.bytes });
    },
    addCuenta(task: CuentaTask, ticket: Ticket): void {
      enqueue(laneOf(task.restauranteId), { task, ticket });
    },
    flush,
    /** Starts all that waits once the input pauses. */
    flushSoon: makeLinger(flush),
    /** Resolves when all that was added has been answered. */
    idle: (): Promise<void> =>
      lanes.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idleWaiters.push(resolve);
          }),
  };
};
