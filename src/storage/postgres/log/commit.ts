import type { ComandoLog } from '../../../domain/cliente/olvido.ts';
import {
  type Answer,
  type BatchContext,
  type EventoWrite,
  isEmptyPlan,
} from '../../../domain/log/batch.ts';
import { planBatch } from '../../../domain/log/plan.ts';
import { forgetBefore } from '../../clientes/forget.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import { registroValues, WRITE_REGISTRO } from '../../shared/registro.ts';
import { carryOut } from '../driver/database.ts';
import type { Transaction } from '../driver/transaction.ts';
import { readClientDays } from '../pedidos/client-days.ts';
import { writeResumen } from '../pedidos/resumen.ts';
import { measureSkew } from './id-skew.ts';
import { loadBatch } from './load.ts';
import { type Trace, wasCarriedOut } from './trace.ts';
import { writePlan } from './write.ts';

/** Keeps lanes from storing excerpts of answers until the commit; then they find the order marked (webhooks/save.ts). */
const LOCK_LANES = 'SELECT id FROM webhooks WHERE restaurante_id = $1 ORDER BY id FOR UPDATE';

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

/**
 * Reads, plans and writes one batch inside a transaction: a round trip to load it, one for what the
 * plan turns out to need, one to write and commit. The caller calls `keep` once the commit is through.
 */
export const commitBatch = async (
  transaction: Transaction,
  cache: OrderCache,
  { restauranteId, comandos, context, lost, onPlan }: Attempt,
): Promise<Committed & { keep: () => void }> => {
  const loaded = await loadBatch(transaction, cache, restauranteId, comandos, context.now);
  const { state, version, idSkew } = loaded;
  const unchanged = (answers: Answer[]) => {
    transaction.undo();
    return { answers, eventos: [], keep: () => cache.keep(restauranteId, version, state.pedidos) };
  };
  if (lost !== null && (await wasCarriedOut(transaction, restauranteId, lost, version))) {
    return unchanged(lost.answers);
  }
  const plan = planBatch(state, comandos, context);
  const { answers } = plan;
  if (isEmptyPlan(plan)) return unchanged(answers);
  onPlan({ version, last: plan.eventos.at(-1) ?? null, answers });
  const added = plan.pedidos.filter((each) => each.isNew);
  const [clientDays, widened] = await Promise.all([
    carryOut(transaction, readClientDays(restauranteId, plan.resumen.clientes)),
    measureSkew(transaction, restauranteId, idSkew, added),
  ]);
  writePlan(transaction, restauranteId, plan, context.now);
  if (plan.olvidos.length > 0) await transaction.rows(LOCK_LANES, [restauranteId]);
  for (const olvido of plan.olvidos)
    await carryOut(transaction, forgetBefore(restauranteId, olvido));
  await carryOut(transaction, writeResumen(restauranteId, plan.resumen, clientDays));
  transaction.send(WRITE_REGISTRO, registroValues(restauranteId, plan.secuencia, widened));
  const { eventos } = plan;
  return { answers, eventos, keep: () => cache.keep(restauranteId, version + 1, state.pedidos) };
};
