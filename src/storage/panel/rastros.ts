import { DAY_MS } from '../../domain/time.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import { rows, send, type Work } from '../database.ts';
import { RASTRO_DAYS, RASTRO_OTROS, RASTROS_MAX, type Rastro } from '../port/panel.ts';

/** Keys are in another place of a cluster than their trails: one that was deleted meanwhile is left out here. */
const LIVING = 'SELECT id FROM llaves WHERE restaurante_id = $1 AND id = ANY ($2::text[])';
const FORGET = `
  DELETE FROM llaves_rastro
  WHERE restaurante_id = $1 AND llave_id = ANY ($2::text[]) AND ultima_ms < $3`;
const KNOWN = `
  SELECT llave_id AS "llaveId", clase, valor FROM llaves_rastro
  WHERE restaurante_id = $1 AND llave_id = ANY ($2::text[]) AND clase <> 'operacion'`;
const ADD = `
  INSERT INTO llaves_rastro AS l
    (restaurante_id, llave_id, clase, valor, primera_ms, ultima_ms, peticiones)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (restaurante_id, llave_id, clase, valor) DO UPDATE SET
    ultima_ms = excluded.ultima_ms, peticiones = l.peticiones + excluded.peticiones`;
export const TRAIL = `
  SELECT llave_id AS "llaveId", clase, valor, primera_ms AS "primeraMs", ultima_ms AS "ultimaMs", peticiones
  FROM llaves_rastro WHERE restaurante_id = $1 AND llave_id = $2 AND ultima_ms >= $3`;

export const trailFromMs = (nowMs: number): number => nowMs - RASTRO_DAYS * DAY_MS;

export function* addTrail(
  restauranteId: string,
  given: readonly Rastro[],
  nowMs: number,
): Work<void> {
  const ids = [...new Set(given.map(({ llaveId }) => llaveId))];
  const living = (yield* rows<{ id: string }>(LIVING, restauranteId, ids)).map(({ id }) => id);
  yield* send(FORGET, restauranteId, living, trailFromMs(nowMs));
  const known = yield* rows<Pick<Rastro, 'llaveId' | 'clase' | 'valor'>>(
    KNOWN,
    restauranteId,
    living,
  );
  const seen = Map.groupBy(known, ({ llaveId, clase }) => `${llaveId} ${clase}`);
  const merged = new Map<string, Rastro>();
  for (const rastro of given.filter(({ llaveId }) => living.includes(llaveId))) {
    const valor = yield* placeOf(rastro, seen, restauranteId);
    const key = `${rastro.llaveId} ${rastro.clase} ${valor}`;
    const first = merged.get(key);
    if (first === undefined) merged.set(key, { ...rastro, valor });
    else {
      first.peticiones += rastro.peticiones;
      first.ultimaMs = Math.max(first.ultimaMs, rastro.ultimaMs);
    }
  }
  // In the order of the primary key: two processes that write the same rows must not deadlock.
  for (const [, rastro] of [...merged].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { llaveId, clase, valor, primeraMs, ultimaMs, peticiones } = rastro;
    yield* send(ADD, restauranteId, llaveId, clase, valor, primeraMs, ultimaMs, peticiones);
  }
}

/** The value under which a trace is kept. A new one of a key that has others goes into the audit. */
function* placeOf(
  { llaveId, clase, valor, primeraMs }: Rastro,
  seen: Map<string, { valor: string }[]>,
  restauranteId: string,
): Work<string> {
  if (clase === 'operacion') return valor;
  const others = seen.getOrInsert(`${llaveId} ${clase}`, []);
  if (others.some((each) => each.valor === valor)) return valor;
  if (others.length >= RASTROS_MAX) return RASTRO_OTROS;
  const isFirst = others.length === 0;
  others.push({ valor });
  if (!isFirst) {
    const accion = clase === 'red' ? 'llave.red_nueva' : 'llave.agente_nuevo';
    const what = { accion, objeto: llaveId, restauranteId, detalle: { [clase]: valor } };
    yield* writeAudit({ momentoMs: primeraMs, actor: 'sistema', ...what });
  }
  return valor;
}
