import { subscribedTypes } from '../../../domain/webhooks/suscripciones.ts';
import type { Claim, HeldBy, LaneAdvance, LaneStep, LaneStore, Room } from '../../port/webhooks.ts';
import { hasWork } from '../../shared/lane-sql.ts';
import {
  cursorAfter,
  LANE_COLUMNS,
  type LaneRow,
  looksOf,
  lostLane,
  toLane,
} from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';
import { beginFresh, beginRetries } from './begin.ts';
import type { Group } from './group.ts';
import { type LaneKey, materialise } from './lane-rows.ts';
import { beginResends, nextResend } from './resend.ts';
import { writeSettled } from './settle.ts';

const FROM = `
  FROM webhooks w JOIN restaurantes r ON r.id = w.restaurante_id
  JOIN registros g ON g.restaurante_id = w.restaurante_id`;
/** ?2 is the monotonic clock of this process: nobody else has lanes. */
const FREE = '(w.arrendatario IS NULL OR w.arriendo_hasta_ms <= ?2)';
const DUE = `
  SELECT DISTINCT w.restaurante_id AS id ${FROM}
  WHERE r.activo AND ${FREE} AND ${hasWork('?1')} LIMIT 0 + ?3`;
/** Most restaurants have no webhook at all, and every commit of theirs asks. */
const SOME = 'SELECT 1 FROM webhooks WHERE restaurante_id = ? LIMIT 1';
const CLAIMABLE = `
  SELECT ${LANE_COLUMNS} ${FROM}
  WHERE w.restaurante_id = ?3 AND r.activo AND ${FREE} AND ${hasWork('?1')}`;
const HELD = `
  SELECT ${LANE_COLUMNS} ${FROM}
  WHERE w.restaurante_id = ? AND w.id = ? AND w.turno = ? AND w.arrendatario = ?
    AND w.eliminado_ms IS NULL`;
const TAKE = `
  UPDATE webhooks SET arrendatario = ?, arriendo_hasta_ms = ?, turno = turno + 1, cursor = hasta
  WHERE restaurante_id = ? AND id = ?`;
const STORE = `
  UPDATE webhooks SET cursor = ?, hasta = ?, recupera_hasta = ?, fallos_seguidos = ?,
         sin_exito_desde_ms = ?, pausa_hasta_ms = ?, sonda_ms = ?,
         ultima_entrega_ms = max(coalesce(ultima_entrega_ms, 0), coalesce(?, ultima_entrega_ms)),
         arrendatario = ?, arriendo_hasta_ms = ?
  WHERE restaurante_id = ? AND id = ?`;
const RENEW = `
  UPDATE webhooks SET arriendo_hasta_ms = ?
  WHERE restaurante_id = ? AND id = ? AND turno = ? AND arrendatario = ? AND activo
    AND eliminado_ms IS NULL AND (SELECT activo FROM restaurantes WHERE id = restaurante_id)`;
const TURN_OFF = 'UPDATE webhooks SET activo = 0, motivo = ? WHERE restaurante_id = ? AND id = ?';
const NEXT = `
  SELECT proximo_ms FROM entregas
  WHERE restaurante_id = ? AND webhook_id = ? AND viva = 1 AND estado = 'pendiente'
    AND proximo_ms IS NOT NULL AND turno <> ? ORDER BY proximo_ms LIMIT 1`;

export const makeLaneStore = (
  connection: Connection,
  group: Group,
  isSender: () => boolean,
  monotonicMs: () => number,
): LaneStore => {
  const { run, get, all } = connection;

  /** Records, then begins: the rest of a claim, and all of an advance. */
  const carryOut = (row: LaneRow, claim: Claim, step: LaneStep): LaneAdvance => {
    const key: LaneKey = { restauranteId: row.restaurante_id, webhookId: row.id, turno: row.turno };
    writeSettled(connection, key, step.settled, claim.nowMs);
    if (step.off !== null) run(TURN_OFF, step.off, row.restaurante_id, row.id);
    const active = Boolean(row.activo) && Boolean(row.cuenta_activa) && step.off === null;
    const room = active ? step.room : null;
    const looks = looksOf(row, step.settled);
    const retries = room !== null && looks.open ? beginRetries(connection, key, room) : [];
    const left = (room?.total ?? 0) - retries.length;
    const tipos = subscribedTypes(row.eventos.split(','));
    const { fresh, hasta } = beginFresh(connection, key, row.hasta, {
      limit: looks.fresh ? Math.min(room?.fresh ?? 0, left) : 0,
      tipos,
      nowMs: claim.nowMs,
      mayBeHeld: looks.open,
    });
    const cursor = cursorAfter(step.cursor, row.hasta, hasta, fresh);
    const resends =
      room === null || !looks.resending
        ? []
        : beginResends(connection, key, {
            limit: Math.min(room.resends, left - fresh.length),
            tipos,
            nowMs: claim.nowMs,
          });
    const begun = [...retries, ...fresh, ...resends];
    const hasMore = room !== null && room.fresh > 0 && hasta > row.hasta && hasta < row.head;
    const released = step.releaseIfIdle && begun.length === 0 && !hasMore;
    store(row, claim, step, { cursor, hasta, released });
    return {
      webhookId: row.id,
      lost: false,
      active,
      released,
      begun,
      hasta,
      head: row.head,
      proximoMs:
        get<{ proximo_ms: number }>(NEXT, key.restauranteId, key.webhookId, key.turno)
          ?.proximo_ms ?? null,
      resendMs: nextResend(connection, key),
    };
  };

  const store = (
    row: LaneRow,
    { owner, leaseMs }: Claim,
    { recuperaHasta, salud, ultimaEntregaMs }: LaneStep,
    { cursor, hasta, released }: { cursor: number; hasta: number; released: boolean },
  ) => {
    const { fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs } = salud;
    const health = [
      fallosSeguidos,
      sinExitoDesdeMs,
      pausaHastaMs,
      sondaMs,
      ultimaEntregaMs,
    ] as const;
    const lease = [released ? null : owner, Math.ceil(monotonicMs() + leaseMs)] as const;
    run(STORE, cursor, hasta, recuperaHasta, ...health, ...lease, row.restaurante_id, row.id);
  };

  const claimOne = (row: LaneRow, claim: Claim, roomFor: (lane: LaneRow) => Room) => {
    const { restaurante_id, id } = row;
    const until = Math.ceil(monotonicMs() + claim.leaseMs);
    run(TAKE, claim.owner, until, restaurante_id, id);
    const taken: LaneRow = { ...row, turno: row.turno + 1, cursor: row.hasta };
    const key: LaneKey = { restauranteId: restaurante_id, webhookId: id, turno: taken.turno };
    if (materialise(connection, key, row, claim.nowMs)) taken.abiertas = true;
    const lane = toLane(taken);
    const advance = carryOut(taken, claim, {
      webhookId: id,
      turno: taken.turno,
      settled: [],
      cursor: taken.cursor,
      recuperaHasta: lane.recuperaHasta,
      salud: lane.salud,
      ultimaEntregaMs: null,
      off: null,
      room: roomFor(taken),
      releaseIfIdle: true,
    });
    return { lane, advance };
  };

  return {
    async due(nowMs, limit) {
      if (!isSender()) return [];
      return all<{ id: string }>(DUE, nowMs, monotonicMs(), limit).map(({ id }) => id);
    },
    // One process sends, and hears the answer to everything that it has said.
    strays: async () => [],
    async claim(restauranteId, claim, room) {
      if (!isSender() || get(SOME, restauranteId) === undefined) return [];
      const claimable = () => all<LaneRow>(CLAIMABLE, claim.nowMs, monotonicMs(), restauranteId);
      // Looked at before the write lock is taken: a hint is often about nothing.
      if (claimable().length === 0) return [];
      return group.run(() =>
        claimable().map((row) => claimOne(row, claim, (lane) => room(toLane(lane), lane.head))),
      );
    },
    advance: (restauranteId, claim, steps) =>
      group.run(() =>
        steps.map((step) => {
          const { webhookId, turno } = step;
          const row = get<LaneRow>(HELD, restauranteId, webhookId, turno, claim.owner);
          return row === undefined ? lostLane(webhookId) : carryOut(row, claim, step);
        }),
      ),
    renew: ({ owner, leaseMs }, lanes) =>
      group.run(() => {
        const until = Math.ceil(monotonicMs() + leaseMs);
        const isRenewed = ({ restauranteId, webhookId, turno }: HeldBy) =>
          run(RENEW, until, restauranteId, webhookId, turno, owner) > 0;
        return lanes.filter(isRenewed).map(({ webhookId }) => webhookId);
      }),
  };
};
