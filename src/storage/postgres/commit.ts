import type { ComandoPedido } from '../../contract/comandos.ts';
import type { Answer, BatchContext } from '../../domain/batch.ts';
import { planBatch } from '../../domain/plan.ts';
import { StorageUncertainError } from '../errors.ts';
import type { OrderCache } from '../order-cache.ts';
import { settle } from './clientes.ts';
import { loadBatch } from './load.ts';
import { widenOrden, writeRegistro } from './registro.ts';
import { writeResumen } from './resumen.ts';
import type { Transaction } from './transaction.ts';
import { writePlan } from './write.ts';

/** One attempt to carry out a batch. */
export interface Attempt {
  restauranteId: string;
  comandos: readonly ComandoPedido[];
  context: BatchContext;
  /**
   * The version at which an attempt before this one lost its connection in the middle of COMMIT. That
   * one held the lock to its end: behind the lock, a version that did not grow proves that it failed.
   */
  lostAtVersion: number | null;
  /** Told before anything is written: where this attempt would leave off. */
  onVersion(version: number): void;
}

/**
 * Reads, plans and writes one batch inside a transaction, in two round trips (more where clients or
 * ids need a second look). The caller keeps what is returned only once the commit is through.
 */
export const commitBatch = async (
  transaction: Transaction,
  cache: OrderCache,
  { restauranteId, comandos, context, lostAtVersion, onVersion }: Attempt,
): Promise<{ answers: Answer[]; keep: () => void }> => {
  const loaded = await loadBatch(transaction, cache, restauranteId, comandos, context.now);
  const { registro, cuenta, pedidos, claves, numeros, visits } = loaded;
  const version = registro?.version ?? 0;
  if (lostAtVersion !== null && version > lostAtVersion) {
    throw new StorageUncertainError('the outcome of a commit is unknown: others have followed it');
  }
  onVersion(version);
  const { secuencia = 0, logTag = '', orden = null } = registro ?? {};
  const state = { cuenta, secuencia, logTag, pedidos, claves, numeros };
  const plan = planBatch(state, comandos, context);
  const { answers } = plan;
  if (plan.pedidos.length === 0 && plan.claves.length === 0) {
    transaction.undo();
    return { answers, keep: () => cache.keep(restauranteId, version, pedidos) };
  }
  const added = plan.pedidos.filter((each) => each.isNew);
  const [shift, widened] = await Promise.all([
    settle(transaction, restauranteId, plan.resumen.clientes, visits),
    widenOrden(transaction, restauranteId, orden, added),
  ]);
  writePlan(transaction, restauranteId, plan, context.now);
  writeResumen(transaction, restauranteId, plan.resumen, shift);
  writeRegistro(transaction, restauranteId, plan.secuencia, widened);
  return { answers, keep: () => cache.keep(restauranteId, version + 1, pedidos) };
};
