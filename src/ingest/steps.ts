import type { Clock } from '../clock.ts';
import type { ComandoPedido } from '../contract/comandos.ts';
import type { Answer } from '../domain/log/batch.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import type { Store } from '../storage/port/store.ts';
import { answerCuenta, answerPedido, answerRefusal } from './answers.ts';
import type { CuentaTask } from './cuenta.ts';
import type { IngestObserver } from './observer.ts';
import type { Ticket } from './window.ts';

/** Order commands of one restaurant that share a transaction. */
export interface Batch {
  comandos: ComandoPedido[];
  tickets: Ticket[];
  bytes: number;
}

/** What a restaurant's lane does one after the other. */
export type Step = Batch | { task: CuentaTask; ticket: Ticket };

export interface StepDeps {
  store: Pick<Store, 'log' | 'cuentas'>;
  clock: Clock;
  observer: IngestObserver;
}

const UNAVAILABLE: Refusal = refuse(
  'no_disponible',
  'La base de datos no responde. Repita el comando más tarde, con la misma «clave» si la tiene.',
);

/** Carries a step out and settles its lines. Never rejects: a database that is down is an answer. */
export const makeCarryOut = ({ store, clock, observer }: StepDeps) => {
  const commit = async (restauranteId: string, { comandos, tickets }: Batch): Promise<void> => {
    const startMs = clock.monotonic();
    let answers: readonly Answer[] = [];
    try {
      answers = await store.log.commit(restauranteId, comandos);
      observer.committed(comandos.length, (clock.monotonic() - startMs) / 1_000);
    } catch (error) {
      observer.failed(restauranteId, comandos.length, error);
    }
    for (const [i, ticket] of tickets.entries()) {
      const answer = answers[i] ?? UNAVAILABLE;
      observer.answered(comandos[i]?.op ?? null, answer.ok ? 'ok' : answer.codigo);
      ticket.window.settle(ticket, answerPedido(ticket.linea, answer));
    }
  };

  const save = async (task: CuentaTask, ticket: Ticket): Promise<void> => {
    const { restauranteId } = task;
    let refusal: Refusal | null = null;
    try {
      const found = await task.carryOut(store.cuentas);
      if (!found) refusal = refuseUnknown(restauranteId);
    } catch (error) {
      observer.failed(restauranteId, 1, error);
      refusal = UNAVAILABLE;
    }
    observer.answered(task.op, refusal?.codigo ?? 'ok');
    const { linea } = ticket;
    ticket.window.settle(
      ticket,
      refusal === null ? answerCuenta(linea, restauranteId) : answerRefusal(linea, refusal),
    );
  };

  return (restauranteId: string, step: Step): Promise<void> =>
    'task' in step ? save(step.task, step.ticket) : commit(restauranteId, step);
};

const refuseUnknown = (restauranteId: string): Refusal =>
  refuse('no_encontrado', `No existe el restaurante «${restauranteId}».`, '/restaurante_id');
