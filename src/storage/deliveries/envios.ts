import type { Cuando, Destino, Que } from '../../contract/panel/envios.ts';
import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, type StoredFlag, send, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import type { AuditEntry } from '../port/accounts.ts';
import {
  type Ejecucion,
  ENVIOS_MAX,
  type Envio,
  type EnvioStore,
} from '../port/deliveries/envios.ts';
import { EJECUCION_COLUMNS, makeEjecuciones, oweRun } from './ejecuciones.ts';

const COLUMNS = `e.id, e.restaurante_id AS "restauranteId", e.usuario_id AS "usuarioId", e.nombre, e.que, e.cuando, e.destino,
  e.secreto, e.activo, e.creado_ms AS "creadoMs", e.siguiente, e.proximo_ms AS "proximoMs"`;
const SELECT = `
  SELECT ${COLUMNS}, u.email AS responsable FROM envios e LEFT JOIN usuarios u ON u.id = e.usuario_id`;
const LIST = `${SELECT} WHERE e.restaurante_id = $1 ORDER BY e.creado_ms DESC, e.id DESC`;
const GET = `${SELECT} WHERE e.restaurante_id = $1 AND e.id = $2`;
/** Of each delivery the run that is owed or ended last. */
const LAST = `
  SELECT ${EJECUCION_COLUMNS} FROM envios e JOIN ejecuciones j ON j.id = (
    SELECT x.id FROM ejecuciones x WHERE x.envio_id = e.id ORDER BY x.creada_ms DESC, x.id DESC LIMIT 1)
  WHERE e.restaurante_id = $1`;
const COUNT = 'SELECT count(*) AS n FROM envios WHERE restaurante_id = $1';
const INSERT = `
  INSERT INTO envios (id, restaurante_id, usuario_id, nombre, que, cuando, destino, secreto, activo, creado_ms, siguiente,
    proximo_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const UPDATE = `
  UPDATE envios SET activo = $3, siguiente = $4, proximo_ms = $5 WHERE restaurante_id = $1 AND id = $2`;
const REMOVE = 'DELETE FROM envios WHERE restaurante_id = $1 AND id = $2';
const REMOVE_RUNS = 'DELETE FROM ejecuciones WHERE restaurante_id = $1 AND envio_id = $2';
const DUE = `
  SELECT ${COLUMNS}, r.zona_horaria AS zone, r.corte FROM envios e JOIN restaurantes r ON r.id = e.restaurante_id
  WHERE e.activo AND r.activo AND e.proximo_ms <= $1 ORDER BY e.proximo_ms, e.id LIMIT $2`;
const GO_ON = 'UPDATE envios SET siguiente = $3, proximo_ms = $4 WHERE id = $1 AND siguiente = $2';
const FAILING = `
  SELECT e.restaurante_id AS "restauranteId", e.id AS "envioId", e.nombre, j.periodo, j.fallo
  FROM envios e JOIN restaurantes r ON r.id = e.restaurante_id JOIN ejecuciones j ON j.id = (
    SELECT x.id FROM ejecuciones x WHERE x.envio_id = e.id AND x.estado <> 'pendiente'
    ORDER BY x.terminada_ms DESC, x.id DESC LIMIT 1)
  WHERE e.activo AND r.activo AND j.estado = 'fallida'`;
const SEALED = `
  SELECT restaurante_id AS "restauranteId", id, secreto FROM envios WHERE secreto IS NOT NULL ORDER BY id`;
const RESEAL = 'UPDATE envios SET secreto = $3 WHERE id = $1 AND secreto = $2';
/** Where the restaurant has no other owner, they stay as they are: operators see them. */
const PASS_ON = `
  UPDATE envios SET usuario_id = $3 WHERE restaurante_id = $1 AND usuario_id = $2
  RETURNING id, nombre`;
const OWNERS = `
  SELECT m.restaurante_id AS "restauranteId", min(m.usuario_id) AS id FROM miembros m JOIN usuarios u ON u.id = m.usuario_id
  WHERE m.rol = 'propietaria' AND m.suspendido_ms IS NULL AND u.desactivado_ms IS NULL AND m.usuario_id <> $1
    AND m.restaurante_id IN (SELECT restaurante_id FROM envios WHERE usuario_id = $1)
    AND coalesce($2, m.restaurante_id) = m.restaurante_id
  GROUP BY m.restaurante_id`;

interface EnvioRow extends Omit<Envio, 'que' | 'cuando' | 'destino' | 'activo'> {
  que: string;
  cuando: string;
  destino: string;
  activo: StoredFlag;
}

const toEnvio = <R extends EnvioRow>(row: R) => ({
  ...row,
  que: JSON.parse(row.que) as Que,
  cuando: JSON.parse(row.cuando) as Cuando,
  destino: JSON.parse(row.destino) as Destino,
  activo: Boolean(row.activo),
});

type ShownRow = EnvioRow & { responsable: string | null };

export const makeEnvioStore = (database: Database): EnvioStore => {
  const { all, transact } = database;
  const shown = async (restauranteId: string, found: readonly ShownRow[]) => {
    const last = found.length === 0 ? [] : await all<Ejecucion>(LAST, restauranteId);
    const byEnvio = new Map(last.map((run) => [run.envioId, run]));
    return found.map((row) => ({ ...toEnvio(row), ultima: byEnvio.get(row.id) ?? null }));
  };

  return {
    ...makeEjecuciones(database),
    create: (envio, audit) =>
      transact(function* () {
        const { id, restauranteId, usuarioId, nombre, que, cuando, destino, secreto } = envio;
        if ((yield* lockRestaurant(restauranteId)) === null) return 'no_restaurant';
        const [row] = yield* rows<{ n: number }>(COUNT, restauranteId);
        if (Number(row?.n ?? 0) >= ENVIOS_MAX) return 'too_many';
        const what = [que, cuando, destino].map((each) => JSON.stringify(each));
        const { activo, creadoMs, siguiente, proximoMs } = envio;
        const state = [activo, creadoMs, siguiente, proximoMs];
        yield* send(INSERT, id, restauranteId, usuarioId, nombre, ...what, secreto, ...state);
        yield* writeAudit(audit);
        return 'created';
      }),
    update: ({ restauranteId, id, activo, siguiente, proximoMs }, audit) =>
      transact(() => audited(audit, UPDATE, restauranteId, id, activo, siguiente, proximoMs)),
    remove: (restauranteId, id, audit) =>
      transact(function* () {
        if (!(yield* audited(audit, REMOVE, restauranteId, id))) return false;
        yield* send(REMOVE_RUNS, restauranteId, id);
        return true;
      }),
    list: async (restauranteId) => shown(restauranteId, await all<ShownRow>(LIST, restauranteId)),
    async find(restauranteId, id) {
      const [row] = await shown(restauranteId, await all<ShownRow>(GET, restauranteId, id));
      return row ?? null;
    },
    async due(nowMs, limit) {
      type DueRow = EnvioRow & { zone: string; corte: number };
      const found = await all<DueRow>(DUE, nowMs, limit);
      return found.map(({ zone, corte, ...row }) => ({ ...toEnvio(row), reloj: { zone, corte } }));
    },
    plan: ({ id, restauranteId, siguiente }, runs, next) =>
      transact(function* () {
        const moved = yield* rows<{ id: string }>(
          `${GO_ON} RETURNING id`,
          ...[id, siguiente, next.siguiente, next.proximoMs],
        );
        if (moved.length === 0) return;
        for (const run of runs) yield* oweRun(restauranteId, id, run);
      }),
    failing: () => all(FAILING),
    sealed: () => all(SEALED),
    reseal: (id, before, after) => transact(() => send(RESEAL, id, before, after)),
  };
};

/** Passes the deliveries of a person who leaves one restaurant, or all, to an owner; `audit` is the entry for that. */
export function* passDeliveriesOn(
  usuarioId: string,
  audit: AuditEntry,
  restauranteOnly: string | null = null,
): Work<void> {
  const owners = yield* rows<{ restauranteId: string; id: string }>(
    OWNERS,
    usuarioId,
    restauranteOnly,
  );
  for (const { restauranteId, id: ownerId } of owners) {
    const passed = yield* rows<Pick<Envio, 'id' | 'nombre'>>(
      PASS_ON,
      ...[restauranteId, usuarioId, ownerId],
    );
    for (const { id, nombre } of passed) {
      const detalle = { nombre, motivo: audit.accion };
      const accion = 'envio.traspasado';
      yield* writeAudit({ ...audit, accion, objeto: id, restauranteId, detalle });
    }
  }
}
