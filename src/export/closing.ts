import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Closing, ClosingStore } from '../storage/port/cierres.ts';

/** Always as many: where slices part must not depend on what else goes on, or a Parquet file would not be the same each time. */
const SLICE_ROWS = 200;

/** The orders of a closing as they were, as NDJSON, ascending by id. */
export async function* readClosingSlices(
  cierres: Pick<ClosingStore, 'rows'>,
  { restauranteId, id }: Closing,
  after: string,
  /** Called before each slice; throws to end the export. */
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for (let from = after; ; ) {
    await nextTurn();
    await check();
    const rows = await cierres.rows(restauranteId, id, from, SLICE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    from = last.pedidoId;
    yield new TextEncoder().encode(rows.map(({ linea }) => `${linea}\n`).join(''));
  }
}
