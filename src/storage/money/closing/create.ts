import type { Pedido } from '../../../contract/recursos/pedido.ts';
import type { ClosingRow, GatheredRows } from '../../../domain/money/closing/rows.ts';
import { type ClosingHead, makeSeal } from '../../../domain/money/closing/seal.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import { writeAudit } from '../../accounts/auditoria.ts';
import { type Database, insert, rows, type Step, send, type Work } from '../../database.ts';
import { lockRestaurant } from '../../log/head.ts';
import {
  CIERRES_DE_UN_MES_MAX,
  type Closing,
  type ClosingDraft,
  type ClosingStore,
} from '../../port/cierres.ts';

const CHANGED = `
  SELECT DISTINCT pedido_id AS id FROM eventos WHERE restaurante_id = $1 AND secuencia > $2`;
const READ_PEDIDOS = `
  SELECT cuerpo, secuencia, cambiado_ms AS "cambiadoMs" FROM pedidos
  WHERE restaurante_id = $1 AND id = ANY ($2::text[])`;
const LAST = 'SELECT n, sello FROM cierres WHERE restaurante_id = $1 ORDER BY n DESC LIMIT 1';
const FORMER = `
  SELECT id FROM cierres WHERE restaurante_id = $1 AND mes = $2 AND fecha = $3 ORDER BY n DESC`;
const SUPERSEDE = 'UPDATE cierres SET sustituido_por = $3 WHERE restaurante_id = $1 AND id = $2';
const CLOSE_UNTIL = `
  UPDATE log_heads SET cerrado_hasta_ms = $2 WHERE restaurante_id = $1 AND cerrado_hasta_ms < $2`;

const CIERRES = {
  table: 'cierres',
  columns: {
    id: 'text',
    n: 'bigint',
    mes: 'text',
    desde_ms: 'bigint',
    hasta_ms: 'bigint',
    fecha: 'text',
    zona: 'text',
    nombre: 'text',
    moneda: 'text',
    creado_ms: 'bigint',
    creado_por: 'text',
    sustituye: 'text',
    filas: 'bigint',
    sumas: 'text',
    anterior: 'text',
    sello: 'text',
  },
} as const;
const FILAS = {
  table: 'cierres_pedidos',
  columns: { cierre_id: 'text', pedido_id: 'text', cuenta: 'text', linea: 'text' },
} as const;

/** Orders, or rows, in one statement. */
const CHUNK = 500;

type ChangedRow = { cuerpo: string; secuencia: number; cambiadoMs: number };

/** Notes the orders that have changed since they were gathered. The log is locked. */
function* catchUp(restauranteId: string, secuencia: number, gathered: GatheredRows): Step<void> {
  const changed = yield* rows<{ id: string }>(CHANGED, restauranteId, secuencia);
  for (let i = 0; i < changed.length; i += CHUNK) {
    const ids = changed.slice(i, i + CHUNK).map(({ id }) => id);
    for (const row of yield* rows<ChangedRow>(READ_PEDIDOS, restauranteId, ids)) {
      const { cuerpo, secuencia: last, cambiadoMs } = row;
      const pedido = JSON.parse(cuerpo) as Pedido;
      gathered.note({ cambiado_en: isoTimestamp(cambiadoMs), secuencia: last, ...pedido });
    }
  }
}

function* write(
  { restauranteId, ...head }: ClosingHead,
  filas: readonly ClosingRow[],
  sello: string,
): Step<void> {
  const { id, n, mes, desdeMs, hastaMs, fecha, zona, nombre, moneda } = head;
  const { creadoMs, creadoPor, sustituye, sumas, anterior } = head;
  const span = [id, n, mes, desdeMs, hastaMs, fecha, zona, nombre, moneda];
  const made = [creadoMs, creadoPor, sustituye, head.filas, sumas, anterior, sello];
  yield* insert(CIERRES, restauranteId, [[...span, ...made]]);
  for (let i = 0; i < filas.length; i += CHUNK) {
    const some = filas.slice(i, i + CHUNK);
    const cells = some.map(({ pedidoId, cuenta, linea }) => [id, pedidoId, cuenta, linea]);
    yield* insert(FILAS, restauranteId, cells);
  }
}

function* seal(draft: ClosingDraft, gathered: GatheredRows): Work<Closing | 'too_many'> {
  const { restauranteId, mes, fecha, hastaMs } = draft;
  const [last] = yield* rows<{ n: number; sello: string }>(LAST, restauranteId);
  const former = yield* rows<{ id: string }>(FORMER, restauranteId, mes, fecha);
  if (former.length >= CIERRES_DE_UN_MES_MAX) return 'too_many';
  const { rows: filas, sumas } = gathered.finish();
  const sustituye = former[0]?.id ?? null;
  const head: ClosingHead = {
    ...draft,
    n: (last?.n ?? 0) + 1,
    sustituye,
    filas: filas.length,
    sumas,
    anterior: last?.sello ?? null,
  };
  const hash = makeSeal(head);
  for (const row of filas) hash.add(row);
  const sello = hash.end();
  yield* write(head, filas, sello);
  if (sustituye !== null) yield* send(SUPERSEDE, restauranteId, sustituye, draft.id);
  yield* send(CLOSE_UNTIL, restauranteId, hastaMs);
  return { ...head, sello, sustituidoPor: null, intacto: true };
}

export const makeCreate =
  ({ transact }: Pick<Database, 'transact'>): ClosingStore['create'] =>
  (draft, gathered, secuencia, audit) =>
    transact(function* () {
      const { restauranteId } = draft;
      if ((yield* lockRestaurant(restauranteId)) === null) return 'no_restaurant';
      yield* catchUp(restauranteId, secuencia, gathered);
      const closing = yield* seal(draft, gathered);
      if (typeof closing !== 'string') yield* writeAudit(audit(closing));
      return closing;
    });
