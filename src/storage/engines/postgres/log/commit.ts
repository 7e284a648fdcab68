import type { ComandoLog } from '../../../../domain/cliente/olvido.ts';
import {
  type Answer,
  type BatchContext,
  type EventoWrite,
  isEmptyPlan,
} from '../../../../domain/log/batch.ts';
import { planBatch } from '../../../../domain/log/plan.ts';
import { loadBatch } from '../../../log/load.ts';
import type { OrderCache } from '../../../log/order-cache.ts';
import { storePlan } from '../../../log/store-plan.ts';
import { StorageUncertainError } from '../../../port/errors.ts';
import { carryOutBatch } from '../batch/carry-out.ts';
import type { Session } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import type { Transaction } from '../driver/transaction.ts';

/** The trace of an attempt in the log: it tells whether an attempt whose connection broke was carried out. */
export interface Trace {
  version: number;
  last: Pick<EventoWrite, 'secuencia' | 'id'> | null;
  answers: Answer[];
}

/** One attempt to carry out a batch. */
interface Attempt {
  restauranteId: string;
  comandos: readonly ComandoLog[];
  context: BatchContext;
  /** The attempt before this one, if its connection broke in the middle of COMMIT. */
  lost: Trace | null;
  /** Called before anything is written. */
  onPlan(trace: Trace): void;
}

/** The outcome of a batch. `eventos` is empty if an earlier attempt turned out to have stored it. */
export interface Committed {
  answers: Answer[];
  eventos: readonly EventoWrite[];
}

/** Reads, plans and writes one batch inside a transaction. The caller calls `keep` once the commit is through. */
export const commitBatch = async (
  transaction: Transaction,
  cache: OrderCache,
  { restauranteId, comandos, context, lost, onPlan }: Attempt,
): Promise<Committed & { keep: () => void }> => {
  const loading = loadBatch(cache, restauranteId, comandos, context.now);
  const { state, version, idSkew } = await carryOutBatch(transaction, restauranteId, loading);
  const unchanged = (answers: Answer[]) => {
    transaction.undo();
    return { answers, eventos: [], keep: () => cache.keep(restauranteId, version, state.pedidos) };
  };
  if (lost !== null && (await wasCarriedOut(transaction, restauranteId, lost, version))) {
    return unchanged(lost.answers);
  }
  const plan = planBatch(state, comandos, context);
  const { answers, eventos } = plan;
  if (isEmptyPlan(plan)) return unchanged(answers);
  onPlan({ version, last: eventos.at(-1) ?? null, answers });
  const storing = storePlan(restauranteId, plan, idSkew, context.now);
  // To forget a customer, statements read what others before them have written.
  if (plan.olvidos.length > 0) await carryOut(transaction, storing);
  else await carryOutBatch(transaction, restauranteId, storing);
  return { answers, eventos, keep: () => cache.keep(restauranteId, version + 1, state.pedidos) };
};

const FIND = 'SELECT id FROM eventos WHERE restaurante_id = $1 AND secuencia = $2';

/** The caller holds the log's lock: a higher version, and the attempt's last event in place, prove that it was carried out. */
export const wasCarriedOut = async (
  session: Session,
  restauranteId: string,
  { version, last }: Trace,
  currentVersion: number,
): Promise<boolean> => {
  if (currentVersion <= version) return false;
  if (last === null) {
    throw new StorageUncertainError('the outcome of a commit is unknown: others have followed it');
  }
  const [found] = await session.rows<{ id: string }>(FIND, [restauranteId, last.secuencia]);
  return found?.id === last.id;
};
