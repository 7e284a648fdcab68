import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { MintId } from '../domain/ids.ts';
import type { Answer } from '../domain/log/batch.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import { makeSemaphore } from '../platform/async/semaphore.ts';
import type { Clock } from '../platform/clock.ts';
import { type ForgettingDeps, makeClientes } from '../storage/clientes/forgetting.ts';
import type { CommandOutcome } from './answers.ts';
import { prepareOlvido } from './cliente.ts';
import { prepareCuenta } from './cuenta.ts';
import type { IngestObserver } from './observer.ts';
import type { Task } from './task.ts';
import { makeTurns } from './turns.ts';

export interface ExecutorDeps {
  store: ForgettingDeps['store'];
  clock: Clock;
  mintId: MintId;
  observer?: IngestObserver;
}

type Answering = (outcome: CommandOutcome) => void;

/** Order commands of one restaurant that were read together. */
interface Group {
  comandos: ComandoPedido[];
  answering: Answering[];
  bytes: number;
}

/** Account commands at a time: thousands would queue for a database connection until the wait counts as a failure. */
export const TASKS_MAX = 8;

const UNAVAILABLE: Refusal = refuse(
  'no_disponible',
  'La base de datos no responde. Repite el comando más tarde, con la misma «clave» si la tiene.',
);

/** Carries out commands, those of a restaurant in their order. If the database is down, it answers that. */
export const makeExecutor = ({ store, clock, mintId, observer }: ExecutorDeps) => {
  const clientes = makeClientes({ store, clock });
  const turns = makeTurns();
  const tasks = makeSemaphore(TASKS_MAX);
  const groups = new Map<string, Group>();
  const running = new Set<Promise<void>>();

  const run = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const commit = async (restauranteId: string, group: Group): Promise<void> => {
    const { comandos, answering, bytes } = group;
    let answers: readonly Answer[] = [];
    try {
      answers = await turns.order(restauranteId, () =>
        store.log.commit(restauranteId, comandos, bytes),
      );
    } catch (error) {
      observer?.failed(restauranteId, comandos.length, error);
    }
    for (const [i, answer] of answering.entries()) answer(answers[i] ?? UNAVAILABLE);
  };

  const prepare = (comando: Exclude<Comando, ComandoPedido>): Task | Refusal =>
    comando.op === 'cliente.olvidar'
      ? prepareOlvido(comando, clientes)
      : prepareCuenta(comando, { cuentas: store.cuentas, now: clock.now(), mintId });

  const carryOut = async ({ restauranteId, carryOut }: Task, answer: Answering): Promise<void> => {
    try {
      answer(await turns.account(restauranteId, () => tasks.run(carryOut)));
    } catch (error) {
      observer?.failed(restauranteId, 1, error);
      answer(UNAVAILABLE);
    }
  };

  /** Hands the commands that were read to the log, which commits them in groups. */
  const flush = (): void => {
    for (const [restauranteId, group] of groups) run(commit(restauranteId, group));
    groups.clear();
  };

  return {
    /** Takes a command; order commands wait for `flush`. */
    add(comando: Comando, bytes: number, answer: Answering): void {
      if (!isOrder(comando)) {
        flush();
        const task = prepare(comando);
        if ('ok' in task) answer(task);
        else run(carryOut(task, answer));
        return;
      }
      const group = groups.getOrInsertComputed(comando.restaurante_id, emptyGroup);
      group.comandos.push(comando);
      group.answering.push(answer);
      group.bytes += bytes;
    },
    flush,
    /** Resolves when all commands have been answered. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
};

const emptyGroup = (): Group => ({ comandos: [], answering: [], bytes: 0 });

const isOrder = (comando: Comando): comando is ComandoPedido => comando.op.startsWith('pedido.');
