import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { ComandoPedido } from '../../contract/comandos.ts';
import type { TipoEvento } from '../../contract/evento.ts';
import type { Answer, BatchContext } from '../../domain/batch.ts';
import { StorageBusyError } from '../errors.ts';
import { makeOrderCache } from '../order-cache.ts';
import type { LogStore } from '../port.ts';
import { commitBatch } from './commit.ts';
import type { Pools, Statement } from './connection.ts';
import { busyOr, isConflict, isLost, uncertain } from './failures.ts';
import { makeLanes } from './lanes.ts';
import { readRegistro } from './registro.ts';
import { LostCommit, runTransaction } from './transaction.ts';

/** Waits before another attempt: long enough for a short restart, short enough for who waits. */
const RETRY_DELAYS_MS = [20, 200, 800];

const READ_EVENTS: Statement = {
  name: 'log_events',
  text: `
    SELECT secuencia, id, tipo, cuerpo FROM eventos
    WHERE restaurante_id = $1 AND secuencia > $2 ORDER BY secuencia LIMIT $3`,
};

type EventRow = { secuencia: number; id: string; tipo: TipoEvento; cuerpo: string };

export interface PostgresLog extends LogStore {
  /** Resolves when nothing is waiting any more. */
  idle(): Promise<void>;
}

export const makeLogStore = (
  { reader, writers }: Pools,
  context: () => BatchContext,
): PostgresLog => {
  const cache = makeOrderCache();
  // After a failover versions may count anew. It never happens behind an open connection.
  writers.on('connect', () => cache.clear());

  const carryOut = makeCarryOut(writers, cache, context);
  const lanes = makeLanes(carryOut);

  return {
    commit: lanes.commit,
    idle: lanes.idle,
    async events(restauranteId, after, limit) {
      const rows = await reader.rows<EventRow>(READ_EVENTS, [restauranteId, after, limit]);
      return rows.map(({ cuerpo, ...event }) => ({ ...event, body: Buffer.from(cuerpo) }));
    },
    async position(restauranteId) {
      const registro = await readRegistro(reader, restauranteId);
      if (registro === null) return null;
      const { secuencia, logTag, version } = registro;
      return { secuencia, logTag, version };
    },
  };
};

/** One batch, tried again as long as it is certain that it was not carried out before. */
const makeCarryOut =
  (writers: pg.Pool, cache: ReturnType<typeof makeOrderCache>, context: () => BatchContext) =>
  async (restauranteId: string, comandos: readonly ComandoPedido[]): Promise<Answer[]> => {
    let lostAtVersion: number | null = null;
    for (let attempt = 0; ; attempt += 1) {
      let version = 0;
      const onVersion = (found: number) => {
        version = found;
      };
      try {
        const { answers, keep } = await runTransaction(writers, (transaction) =>
          commitBatch(transaction, cache, {
            restauranteId,
            comandos,
            context: context(),
            lostAtVersion,
            onVersion,
          }),
        );
        keep();
        return answers;
      } catch (error) {
        if (error instanceof LostCommit) lostAtVersion = version;
        const mayRepeat = error instanceof LostCommit || isLost(error) || isConflict(error);
        const delayMs = RETRY_DELAYS_MS[attempt];
        if (!mayRepeat || delayMs === undefined) throw outcome(error, lostAtVersion !== null);
        await delay(delayMs);
      }
    }
  };

const outcome = (error: unknown, isUncertain: boolean): unknown => {
  if (error instanceof StorageBusyError) return error;
  if (error instanceof LostCommit) return uncertain(error.cause);
  return isUncertain ? uncertain(error) : busyOr(error);
};
