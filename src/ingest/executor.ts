import type { Clock } from '../clock.ts';
import type { Comando, ComandoCuenta, ComandoPedido } from '../contract/comandos.ts';
import type { MintId } from '../domain/ids.ts';
import type { Answer } from '../domain/log/batch.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import type { Store } from '../storage/port/store.ts';
import type { Outcome } from './answers.ts';
import { prepareCuenta } from './cuenta.ts';
import type { IngestObserver } from './observer.ts';
import { makeTurns } from './turns.ts';

export interface ExecutorDeps {
  store: Pick<Store, 'log' | 'cuentas'>;
  clock: Clock;
  mintId: MintId;
  observer?: IngestObserver;
}

type Answering = (outcome: Outcome) => void;

/** Order commands of one restaurant that were read together. */
interface Group {
  comandos: ComandoPedido[];
  answering: Answering[];
  bytes: number;
}

const UNAVAILABLE: Refusal = refuse(
  'no_disponible',
  'La base de datos no responde. Repita el comando más tarde, con la misma «clave» si la tiene.',
);

/** Carries out commands, those of a restaurant in their order. A database that is down is an answer. */
export const makeExecutor = ({ store, clock, mintId, observer }: ExecutorDeps) => {
  const turns = makeTurns();
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

  const save = async (comando: ComandoCuenta, answer: Answering): Promise<void> => {
    const task = prepareCuenta(comando, { now: clock.now(), mintId });
    if ('ok' in task) {
      answer(task);
      return;
    }
    const { restauranteId } = task;
    try {
      const isKnown = await turns.account(restauranteId, () => task.save(store.cuentas));
      answer(isKnown ? { ok: true, restauranteId } : refuseUnknown(restauranteId));
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
      if (isAccount(comando)) {
        flush();
        run(save(comando, answer));
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

const isAccount = (comando: Comando): comando is ComandoCuenta =>
  comando.op === 'restaurante.guardar' ||
  comando.op === 'carta.guardar' ||
  comando.op === 'zonas.guardar';

const refuseUnknown = (restauranteId: string): Refusal =>
  refuse('no_encontrado', `No existe el restaurante «${restauranteId}».`, '/restaurante_id');
