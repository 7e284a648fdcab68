import type { BatchPlan } from '../../domain/log/batch.ts';
import type { IdSkew } from '../../domain/log/id-skew.ts';
import { forgetBefore } from '../clientes/forget.ts';
import { rows, together, type Work } from '../database.ts';
import { followClosings } from '../money/closing/follow.ts';
import { readCuartos, readDias, writeMoney } from '../money/write.ts';
import { writeHead } from './head.ts';
import { readSkews, widenBy } from './id-skew.ts';
import { readClientDays, writeResumen } from './resumen.ts';
import { writePlan } from './write.ts';

/** Keeps lanes from storing excerpts of answers until the commit; then they find the order marked (webhooks/lanes/save.ts). */
const LOCK_LANES = 'SELECT id FROM webhooks WHERE restaurante_id = $1 ORDER BY id FOR UPDATE';

/** Stores a plan in the transaction that loaded its state: a round trip to read what it turns out to need, and one to write. */
export function* storePlan(
  restauranteId: string,
  plan: BatchPlan,
  idSkew: IdSkew | null,
  now: number,
): Work<void> {
  const added = plan.pedidos.filter(({ isNew }) => isNew);
  const [clientDays, skews, cuartos, dias] = yield* together(
    readClientDays(restauranteId, plan.resumen),
    readSkews(restauranteId, idSkew, added),
    readCuartos(restauranteId, plan.money),
    readDias(restauranteId, plan.money),
  );
  yield* writePlan(restauranteId, plan, now);
  if (plan.olvidos.length > 0) yield* rows(LOCK_LANES, restauranteId);
  for (const olvido of plan.olvidos) yield* forgetBefore(restauranteId, olvido);
  yield* writeResumen(restauranteId, plan.resumen, clientDays);
  yield* writeMoney(restauranteId, plan.money, cuartos, dias);
  if (plan.tardios.length > 0) yield* followClosings(restauranteId, plan.tardios);
  const widened = widenBy(idSkew, added, skews);
  yield* writeHead(restauranteId, plan.secuencia, widened);
}
