import type { LateChange } from '../../../domain/log/batch.ts';
import { countedText } from '../../../domain/money/closing/counted.ts';
import { insert, lookup, rows, send, type Work } from '../../database.ts';
import type { ClosingChange, ClosingPeriod } from '../../port/cierres.ts';

const PERIODS = `
  SELECT id, fecha, desde_ms AS "desdeMs", hasta_ms AS "hastaMs" FROM cierres WHERE restaurante_id = $1`;
const READ_COUNTED = {
  key: { cierre_id: 'text', pedido_id: 'text' },
  sql: `SELECT p.cierre_id, p.pedido_id, p.cuenta FROM cierres_pedidos p
    WHERE p.restaurante_id = $1 AND p.cierre_id = k.cierre_id AND p.pedido_id = k.pedido_id`,
} as const;
const CAMBIOS = {
  table: 'cierres_cambios',
  columns: {
    cierre_id: 'text',
    pedido_id: 'text',
    numero: 'text',
    momento: 'text',
    origen: 'text',
    usuario: 'text',
    antes: 'text',
    despues: 'text',
  },
  onConflict: `ON CONFLICT (restaurante_id, cierre_id, pedido_id) DO UPDATE SET
    momento = excluded.momento, origen = excluded.origen, usuario = excluded.usuario, despues = excluded.despues`,
} as const;
const DROP_CAMBIO = `
  DELETE FROM cierres_cambios WHERE restaurante_id = $1 AND cierre_id = $2 AND pedido_id = $3`;

type CountedRow = { cierre_id: string; pedido_id: string; cuenta: string | null };
/** An order that counts something else in a closing since a change. */
type Moved = Omit<ClosingChange, 'antes'> & { cierreId: string };

const keyOf = (cierreId: string, pedidoId: string): string => `${cierreId} ${pedidoId}`;

/** The changes that moved what counts, the last of each order in each closing. */
const movedBy = (
  closings: readonly ClosingPeriod[],
  changes: readonly LateChange[],
): Map<string, Moved> => {
  const moved = new Map<string, Moved>();
  for (const { before, after, momento, origen, usuario } of changes) {
    const { id: pedidoId, numero } = after;
    for (const period of closings) {
      const despues = countedText(after, period);
      if (despues === countedText(before, period)) continue;
      const change = { pedidoId, numero, momento, origen, usuario, despues };
      moved.set(keyOf(period.id, pedidoId), { ...change, cierreId: period.id });
    }
  }
  return moved;
};

/** Notes in every closing which orders count something else than when their month was closed, in the transaction that changes them. */
export function* followClosings(restauranteId: string, changes: readonly LateChange[]): Work<void> {
  const closings = yield* rows<ClosingPeriod>(PERIODS, restauranteId);
  const moved = movedBy(closings, changes);
  if (moved.size === 0) return;
  const keys = Array.from(moved.values(), ({ cierreId, pedidoId }) => [cierreId, pedidoId]);
  const found = yield* lookup<CountedRow>(READ_COUNTED, restauranteId, keys);
  const counted = new Map(
    found.map(({ cierre_id, pedido_id, cuenta }) => [keyOf(cierre_id, pedido_id), cuenta]),
  );
  const different: (string | null)[][] = [];
  for (const [key, { cierreId, ...change }] of moved) {
    const { pedidoId, numero, momento, origen, usuario, despues } = change;
    const antes = counted.get(key) ?? null;
    if (antes === despues) yield* send(DROP_CAMBIO, restauranteId, cierreId, pedidoId);
    else different.push([cierreId, pedidoId, numero, momento, origen, usuario, antes, despues]);
  }
  yield* insert(CAMBIOS, restauranteId, different);
}
