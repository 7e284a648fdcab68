import type { ComandoLog } from '../../../domain/cliente/olvido.ts';
import { type Answer, type BatchContext, isEmptyPlan } from '../../../domain/log/batch.ts';
import { planBatch } from '../../../domain/log/plan.ts';
import { forgetBefore } from '../../clientes/forget.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import { registroValues, WRITE_REGISTRO } from '../../shared/registro.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import { writeResumen } from '../pedidos/resumen.ts';
import { measureSkew } from './id-skew.ts';
import { loadBatch } from './load.ts';
import { writePlan } from './write.ts';

/** Carries out one batch inside the transaction that is open: read, plan, write. */
export const commitBatch = (
  connection: Connection,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  context: BatchContext,
): Answer[] => {
  const loaded = loadBatch(connection, cache, restauranteId, comandos, context.now);
  const { state, version, idSkew } = loaded;
  const plan = planBatch(state, comandos, context);
  const { answers } = plan;
  if (isEmptyPlan(plan)) {
    cache.keep(restauranteId, version, state.pedidos);
    return answers;
  }
  // This comes before the new rows are stored: the skew is measured against the old ones.
  const added = plan.pedidos.filter((each) => each.isNew);
  const widened = measureSkew(connection, restauranteId, idSkew, added);
  writePlan(connection, restauranteId, plan, context.now);
  for (const olvido of plan.olvidos) carryOut(connection, forgetBefore(restauranteId, olvido));
  writeResumen(connection, restauranteId, plan.resumen);
  connection.run(WRITE_REGISTRO, ...registroValues(restauranteId, plan.secuencia, widened));
  cache.keep(restauranteId, version + 1, state.pedidos);
  return answers;
};
