import { writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, run, type Step, send } from '../database.ts';
import type { Claim, Ejecucion, EnvioStore, NewEjecucion } from '../port/deliveries/envios.ts';

export const EJECUCION_COLUMNS = `j.id, j.envio_id AS "envioId", j.restaurante_id AS "restauranteId", j.motivo, j.periodo,
  j.inicio, j.fin, j.estado, j.creada_ms AS "creadaMs", j.proximo_ms AS "proximoMs", j.intentos, j.dudas,
  j.terminada_ms AS "terminadaMs", j.archivo, j.bytes, j.sha256, j.fallo, j.detalle`;
const HISTORY = `
  SELECT ${EJECUCION_COLUMNS} FROM ejecuciones j WHERE j.restaurante_id = $1 AND j.envio_id = $2
  ORDER BY j.creada_ms DESC, j.id DESC LIMIT $3`;
const LOCK = 'SELECT id FROM envios WHERE restaurante_id = $1 AND id = $2 FOR UPDATE';
const OWED = `
  SELECT id FROM ejecuciones WHERE envio_id = $1 AND periodo = $2 AND estado = 'pendiente' LIMIT 1`;
/** Of a period that was planned before, nothing: each is owed once, whatever becomes of the schedule. */
const OWE = `
  INSERT INTO ejecuciones (id, envio_id, restaurante_id, motivo, periodo, inicio, fin, estado, creada_ms, proximo_ms, intentos,
    dudas)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'pendiente', $8, $8, 0, 0) ON CONFLICT DO NOTHING`;
const TAKE_OVER = `
  UPDATE ejecuciones SET proximo_ms = $2, poseedor = NULL
  WHERE estado = 'pendiente' AND poseedor IS NOT NULL AND poseedor <> $1`;
const IS_DUE = "SELECT id FROM ejecuciones WHERE estado = 'pendiente' AND proximo_ms <= $1 LIMIT 1";
const CLAIM = `
  UPDATE ejecuciones AS j SET poseedor = $1, intentos = j.intentos + 1, proximo_ms = $2 + $4
  WHERE j.id IN (
    SELECT p.id FROM ejecuciones p WHERE p.estado = 'pendiente' AND p.proximo_ms <= $2
      AND NOT (p.motivo = 'programada' AND EXISTS (
        SELECT 1 FROM ejecuciones o WHERE o.envio_id = p.envio_id AND o.estado = 'pendiente'
          AND o.motivo = 'programada' AND o.inicio < p.inicio))
    ORDER BY p.inicio, p.id LIMIT 0 + $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${EJECUCION_COLUMNS.replaceAll('j.', '')}`;
const MINE = "WHERE id = $1 AND poseedor = $2 AND intentos = $3 AND estado = 'pendiente'";
const BEGIN = `
  UPDATE ejecuciones SET dudas = dudas + 1, archivo = $4, bytes = $5, sha256 = $6 ${MINE}`;
const POSTPONE = `
  UPDATE ejecuciones SET proximo_ms = $4, fallo = $5, detalle = $6, dudas = dudas - $7, poseedor = NULL ${MINE}`;
const FINISH = `
  UPDATE ejecuciones SET estado = $4, terminada_ms = $5, fallo = $6, detalle = $7, archivo = $8, bytes = $9, sha256 = $10,
    poseedor = NULL
  ${MINE}`;
const PRUNE = `
  DELETE FROM ejecuciones WHERE id IN (
    SELECT id FROM ejecuciones WHERE estado <> 'pendiente' AND terminada_ms < $1 LIMIT 0 + $2)`;

type RunStore = Pick<
  EnvioStore,
  'history' | 'owe' | 'takeOver' | 'claim' | 'begin' | 'postpone' | 'finish' | 'prune'
>;

export const oweRun = (
  restauranteId: string,
  envioId: string,
  { id, motivo, periodo, inicio, fin, creadaMs }: NewEjecucion,
): Step<number> => run(OWE, id, envioId, restauranteId, motivo, periodo, inicio, fin, creadaMs);

const mine = ({ id, poseedor, intentos }: Claim) => [id, poseedor, intentos] as const;

export const makeEjecuciones = ({ all, transact }: Database): RunStore => ({
  history: (restauranteId, id, limit) => all<Ejecucion>(HISTORY, restauranteId, id, limit),
  owe: (restauranteId, envioId, given, audit) =>
    transact(function* () {
      if ((yield* rows(LOCK, restauranteId, envioId)).length === 0) return false;
      if ((yield* rows(OWED, envioId, given.periodo)).length > 0) return false;
      yield* oweRun(restauranteId, envioId, given);
      yield* writeAudit(audit);
      return true;
    }),
  takeOver: (poseedor, nowMs) => transact(() => send(TAKE_OVER, poseedor, nowMs)),
  async claim(poseedor, nowMs, limit, leaseMs) {
    // Nearly always nothing is due, and a write every few seconds would keep the disk awake.
    if ((await all(IS_DUE, nowMs)).length === 0) return [];
    return transact(() => rows<Ejecucion>(CLAIM, poseedor, nowMs, limit, leaseMs));
  },
  begin: (claim, { archivo, bytes, sha256 }) =>
    transact(function* () {
      return (yield* run(BEGIN, ...mine(claim), archivo, bytes, sha256)) > 0;
    }),
  postpone: (claim, { proximoMs, fallo, detalle, known }) =>
    transact(function* () {
      const given = [proximoMs, fallo, detalle, known ? 1 : 0];
      return (yield* run(POSTPONE, ...mine(claim), ...given)) > 0;
    }),
  finish: (claim, { estado, atMs, fallo, detalle, archivo, bytes, sha256 }) =>
    transact(function* () {
      const given = [estado, atMs, fallo, detalle, archivo, bytes, sha256];
      return (yield* run(FINISH, ...mine(claim), ...given)) > 0;
    }),
  prune: (beforeMs, limit) => transact(() => run(PRUNE, beforeMs, limit)),
});
