import { mayRol } from '../../contract/roles.ts';
import { kindOf } from '../../domain/health/kinds.ts';
import { DAY_MS } from '../../domain/time.ts';
import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, run, send, type Work } from '../database.ts';
import { peopleOf } from '../panel/usuarios.ts';
import type { Condition, HealthStore, Que } from '../port/notices/health.ts';
import { CONDITION_COLUMNS, type ConditionRow, toCondition } from './rows.ts';

type ConditionStore = Pick<
  HealthStore,
  'open' | 'apply' | 'remind' | 'list' | 'listOpen' | 'counts' | 'acknowledge' | 'prune'
>;

const SELECT = `SELECT ${CONDITION_COLUMNS} FROM condiciones c`;
const OPEN = `${SELECT} WHERE c.hasta_ms IS NULL AND c.tipo = ANY ($1::text[])`;
const BEGIN = `
  INSERT INTO condiciones (id, restaurante_id, tipo, objeto, nombre, detalle, etapa, desde_ms, recordatorios)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT DO NOTHING`;
/** It is news again: nobody has said that they know this. */
const WORSEN = `
  UPDATE condiciones SET etapa = $2, detalle = $3, vista_ms = NULL, vista_por = NULL
  WHERE id = $1 AND hasta_ms IS NULL AND etapa < $2`;
const END = 'UPDATE condiciones SET hasta_ms = $2 WHERE id = $1 AND hasta_ms IS NULL';
const REMINDERS_MAX = 7;
const TO_REMIND = `
  ${SELECT} WHERE c.hasta_ms IS NULL AND c.vista_ms IS NULL AND c.recordatorios < ${REMINDERS_MAX}
    AND c.desde_ms + (c.recordatorios + 1) * ${DAY_MS} <= $1 AND c.tipo = ANY ($2::text[]) LIMIT 500`;
/** As many as days have passed: a service that was off for a while sends one, not several. */
const REMINDED = 'UPDATE condiciones SET recordatorios = $2 WHERE id = $1 AND recordatorios < $2';
const NOTICE = `
  INSERT INTO condition_notices (usuario_id, condicion_id, que, creado_ms)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
const CALL = `
  INSERT INTO condition_calls (condicion_id, que, intentos, proximo_ms)
  VALUES ($1, $2, 0, $3) ON CONFLICT DO NOTHING`;
const OF = "coalesce(c.restaurante_id, '') = coalesce($1::text, '')";
const LIST = `${SELECT} WHERE ${OF} ORDER BY c.desde_ms DESC, c.id DESC LIMIT 0 + $2`;
const LIST_OPEN = `${SELECT} WHERE ${OF} AND c.hasta_ms IS NULL ORDER BY c.desde_ms DESC LIMIT 200`;
const COUNTS = 'SELECT tipo, count(*) AS n FROM condiciones WHERE hasta_ms IS NULL GROUP BY tipo';
const ACKNOWLEDGE = `
  UPDATE condiciones AS c SET vista_ms = $3, vista_por = $4
  WHERE ${OF} AND c.id = $2 AND c.hasta_ms IS NULL AND c.vista_ms IS NULL`;
const PRUNE = `
  DELETE FROM condiciones WHERE id IN (
    SELECT id FROM condiciones WHERE hasta_ms < $1 ORDER BY hasta_ms LIMIT 0 + $2)`;
/** Of people who are gone. */
const PRUNE_NOTICES = 'DELETE FROM condition_notices WHERE creado_ms < $1';

const ACTOR_SERVICE = 'servicio';

function* audit(condition: Condition, accion: string, momentoMs: number): Work<void> {
  const { id, tipo, restauranteId, objeto, detalle } = condition;
  yield* writeAudit({
    momentoMs,
    actor: ACTOR_SERVICE,
    accion,
    objeto: objeto === '' ? id : objeto,
    restauranteId,
    detalle: { tipo, ...detalle },
  });
}

function* notify(condition: Condition, que: Que, nowMs: number): Work<void> {
  const people = yield* peopleOf(condition.restauranteId);
  const { right } = kindOf(condition.tipo);
  for (const { id, rol } of people) {
    const isConcerned = right === null || (rol !== null && mayRol(rol, right));
    if (isConcerned) yield* send(NOTICE, id, condition.id, que, nowMs);
  }
}

export const makeConditions = ({ all, transact }: Database): ConditionStore => ({
  open: async (tipos) => (await all<ConditionRow>(OPEN, tipos)).map(toCondition),
  apply: ({ begun, worse, ended }, nowMs, { mintId, calls }) =>
    transact(function* () {
      const applied: { begun: Condition[]; worse: Condition[]; ended: Condition[] } = {
        begun: [],
        worse: [],
        ended: [],
      };
      for (const signal of begun) {
        const { tipo, restauranteId, objeto, nombre, detalle, etapa = 0, desdeMs = nowMs } = signal;
        const condition: Condition = {
          ...{ id: mintId(), tipo, restauranteId, objeto, nombre, detalle, etapa, desdeMs },
          ...{ hastaMs: null, vistaMs: null, vistaPor: null },
        };
        const stored = JSON.stringify(detalle);
        const values = [condition.id, restauranteId, tipo, objeto, nombre, stored, etapa, desdeMs];
        if ((yield* run(BEGIN, ...values)) === 0) continue;
        yield* audit(condition, 'condicion.abierta', nowMs);
        yield* notify(condition, 'empieza', nowMs);
        if (calls) yield* send(CALL, condition.id, 'empieza', nowMs);
        applied.begun.push(condition);
      }
      for (const { condition, etapa, detalle } of worse) {
        const isWorse = yield* run(WORSEN, condition.id, etapa, JSON.stringify(detalle));
        if (isWorse === 0) continue;
        const now = { ...condition, etapa, detalle, hastaMs: null, vistaMs: null, vistaPor: null };
        yield* notify(now, 'sigue', nowMs);
        applied.worse.push(now);
      }
      for (const condition of ended) {
        if ((yield* run(END, condition.id, nowMs)) === 0) continue;
        const now = { ...condition, hastaMs: nowMs, vistaMs: null, vistaPor: null };
        yield* audit(now, 'condicion.cerrada', nowMs);
        yield* notify(now, 'acaba', nowMs);
        if (calls) yield* send(CALL, condition.id, 'acaba', nowMs);
        applied.ended.push(now);
      }
      return applied;
    }),
  remind: (tipos, nowMs) =>
    transact(function* () {
      const due = yield* rows<ConditionRow>(TO_REMIND, nowMs, tipos);
      for (const row of due) {
        const days = Math.floor((nowMs - row.desdeMs) / DAY_MS);
        if ((yield* run(REMINDED, row.id, days)) === 0) continue;
        yield* notify(toCondition(row), 'sigue', nowMs);
      }
      return due.length;
    }),
  list: async (restauranteId, limit) =>
    (await all<ConditionRow>(LIST, restauranteId, limit)).map(toCondition),
  listOpen: async (restauranteId) =>
    (await all<ConditionRow>(LIST_OPEN, restauranteId)).map(toCondition),
  counts: () => all(COUNTS),
  acknowledge: (restauranteId, id, entry) =>
    transact(() => audited(entry, ACKNOWLEDGE, restauranteId, id, entry.momentoMs, entry.actor)),
  prune: (beforeMs, limit) =>
    transact(function* () {
      yield* send(PRUNE_NOTICES, beforeMs);
      return yield* run(PRUNE, beforeMs, limit);
    }),
});
