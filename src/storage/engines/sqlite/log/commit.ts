import type { ComandoLog } from '../../../../domain/cliente/olvido.ts';
import { type Answer, type BatchContext, isEmptyPlan } from '../../../../domain/log/batch.ts';
import { planBatch } from '../../../../domain/log/plan.ts';
import { loadBatch } from '../../../log/load.ts';
import type { OrderCache } from '../../../log/order-cache.ts';
import { storePlan } from '../../../log/store-plan.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';

/** Carries out one batch inside the transaction that is open: read, plan, write. */
export const commitBatch = (
  connection: Connection,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  context: BatchContext,
): Answer[] => {
  const loading = loadBatch(cache, restauranteId, comandos, context.now);
  const { state, version, idSkew } = carryOut(connection, loading);
  const plan = planBatch(state, comandos, context);
  const isEmpty = isEmptyPlan(plan);
  if (!isEmpty) carryOut(connection, storePlan(restauranteId, plan, idSkew, context.now));
  cache.keep(restauranteId, isEmpty ? version : version + 1, state.pedidos);
  return plan.answers;
};
