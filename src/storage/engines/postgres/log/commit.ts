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
import { carryOut } from '../driver/database.ts';
import type { Transaction } from '../driver/transaction.ts';
import { type Trace, wasCarriedOut } from './trace.ts';

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
  const { state, version, idSkew } = await carryOut(transaction, loading);
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
  await carryOut(transaction, storePlan(restauranteId, plan, idSkew, context.now));
  return { answers, eventos, keep: () => cache.keep(restauranteId, version + 1, state.pedidos) };
};
