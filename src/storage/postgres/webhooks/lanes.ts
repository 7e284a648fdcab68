import { subscribedTypes } from '../../../domain/webhooks/suscripciones.ts';
import {
  type Claim,
  type LaneAdvance,
  type LaneStep,
  type LaneStore,
  NO_ROOM,
} from '../../port/webhooks.ts';
import { hasWork } from '../../shared/lane-sql.ts';
import {
  cursorAfter,
  LANE_COLUMNS,
  type LaneRow,
  looksOf,
  lostLane,
  toLane,
} from '../../shared/webhook-rows.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import { SENDER_STEPS_MAX, type Session, type Statement } from '../driver/connection.ts';
import { type Transact, type Transaction, UNHURRIED } from '../driver/transaction.ts';
import { beginDue, beginFresh } from './begin.ts';
import { makeGate, type Urgency } from './gate.ts';
import { type LaneKey, openRange, release } from './lane-rows.ts';
import { beginResends } from './resend.ts';
import { writeSettled } from './settle.ts';

/**
 * Leases are by the server's clock: those of the processes may differ. It stands still within a
 * statement: Citus refuses to change a distributed table by a clock that runs.
 */
const SERVER_MS = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';
const FROM = `
  FROM webhooks w JOIN restaurantes r ON r.id = w.restaurante_id
  JOIN registros g ON g.restaurante_id = w.restaurante_id`;
const FREE = `(w.arrendatario IS NULL OR w.arriendo_hasta_ms <= ${SERVER_MS})`;

const DUE: Statement = {
  name: 'lanes_due',
  text: `
    SELECT DISTINCT w.restaurante_id AS id ${FROM}
    WHERE r.activo AND ${FREE} AND ${hasWork('$1')} LIMIT $2`,
};
const STRAYS: Statement = {
  name: 'lanes_strays',
  text: `
    SELECT DISTINCT restaurante_id AS id FROM webhooks
    WHERE arrendatario = $1 AND NOT id = ANY ($2::text[]) LIMIT $3`,
};
/** Or ours, by a step whose answer was lost: of those that the owner ($3) knows of ($4) none. */
const OURS = '(w.arrendatario = $3 AND NOT w.id = ANY ($4::text[]))';
const CLAIMABLE = `
  WHERE w.restaurante_id = $2 AND r.activo AND (${FREE} OR ${OURS}) AND ${hasWork('$1')}`;
/** Asked without a transaction first: a hint is often about nothing, or another was quicker. */
const LOOK: Statement = {
  name: 'lanes_look',
  text: `SELECT 1 AS found ${FROM} ${CLAIMABLE} LIMIT 1`,
};
const CLAIM: Statement = {
  name: 'lanes_claim',
  text: `SELECT ${LANE_COLUMNS} ${FROM} ${CLAIMABLE} FOR UPDATE OF w SKIP LOCKED`,
};
const HELD: Statement = {
  name: 'lanes_held',
  text: `
    SELECT ${LANE_COLUMNS} ${FROM}
    WHERE w.restaurante_id = $1 AND w.id = ANY ($2::text[]) AND w.arrendatario = $3
      AND w.eliminado_ms IS NULL
    FOR UPDATE OF w`,
};
const STORE: Statement = {
  name: 'lanes_store',
  text: `
    UPDATE webhooks
    SET cursor = $3, hasta = $4, recupera_hasta = $5, fallos_seguidos = $6, sin_exito_desde_ms = $7,
        pausa_hasta_ms = $8, sonda_ms = $9, ultima_entrega_ms = greatest(ultima_entrega_ms, $10),
        arrendatario = $11, arriendo_hasta_ms = ${SERVER_MS} + $12, turno = $13,
        activo = activo AND $14::text IS NULL, motivo = coalesce($14, motivo)
    WHERE restaurante_id = $1 AND id = $2`,
};
/**
 * The one statement of a sender that concerns several restaurants: once in a while, without waiting for the
 * disk, and of rows that no step of the same sender has in hand.
 */
const RENEW: Statement = {
  name: 'lanes_renew',
  text: `
    UPDATE webhooks w SET arriendo_hasta_ms = ${SERVER_MS} + $5
    FROM unnest($2::text[], $3::text[], $4::bigint[]) AS u (restaurante_id, id, turno), restaurantes r
    WHERE w.restaurante_id = u.restaurante_id AND w.id = u.id AND w.turno = u.turno
      AND w.arrendatario = $1 AND w.activo AND w.eliminado_ms IS NULL
      AND r.id = w.restaurante_id AND r.activo
    RETURNING w.id`,
};
const OPEN = `
  SELECT proximo_ms FROM entregas
  WHERE restaurante_id = $1 AND webhook_id = $2 AND estado = 'pendiente' AND proximo_ms IS NOT NULL
    AND turno <> $3`;
const NEXT: Statement = {
  name: 'lanes_next',
  text: `
    SELECT (${OPEN} AND viva = 1 ORDER BY viva, proximo_ms LIMIT 1) AS retry,
           coalesce((${OPEN} AND viva = 0 ORDER BY viva, proximo_ms LIMIT 1), (
             SELECT 0 FROM reenvios
             WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta LIMIT 1)) AS resend`,
};

/** Records, then begins: the rest of a claim, and all of an advance. */
const carryOut = async (
  transaction: Transaction,
  row: LaneRow,
  claim: Claim,
  step: LaneStep,
): Promise<LaneAdvance> => {
  const { nowMs } = claim;
  const key: LaneKey = { restauranteId: row.restaurante_id, webhookId: row.id, turno: row.turno };
  const active = Boolean(row.activo) && Boolean(row.cuenta_activa) && step.off === null;
  const room = active ? step.room : NO_ROOM;
  const tipos = subscribedTypes(row.eventos.split(','));
  writeSettled(transaction, key, step.settled, nowMs);
  const looks = looksOf(row, step.settled);
  const retryLimit = looks.open ? Math.min(room.retries, room.total) : 0;
  const retries = await beginDue(transaction, key, 'retry', room.dueMs, retryLimit);
  const left = room.total - retries.length;
  const freshLimit = looks.fresh ? Math.min(room.fresh, left) : 0;
  const freshRoom = { limit: freshLimit, tipos, nowMs, mayBeFull: looks.open };
  const { fresh, hasta } = await beginFresh(transaction, key, row.hasta, freshRoom);
  const resendLimit = looks.resending ? Math.min(room.resends, left - fresh.length) : 0;
  const resendRoom = { limit: resendLimit, tipos, nowMs };
  const resends = await beginResends(transaction, key, resendRoom);
  const begun = [...retries, ...fresh, ...resends];
  const hasMore = room.fresh > 0 && hasta > row.hasta && hasta < row.head;
  const released = step.releaseIfIdle && begun.length === 0 && !hasMore;
  const { fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs } = step.salud;
  transaction.send(STORE, [
    ...[row.restaurante_id, row.id, cursorAfter(step.cursor, row.hasta, hasta, fresh), hasta],
    ...[step.recuperaHasta, fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs],
    ...[step.ultimaEntregaMs, released ? null : claim.owner, claim.leaseMs, row.turno, step.off],
  ]);
  type Next = { retry: number | null; resend: number | null };
  const values = [row.restaurante_id, row.id, row.turno];
  const [next] = looks.resending ? await transaction.rows<Next>(NEXT, values) : [];
  return {
    ...{ webhookId: row.id, lost: false, active, released, begun, hasta, head: row.head },
    proximoMs: next?.retry ?? null,
    resendMs: next?.resend ?? null,
  };
};

/** A sender died with events in its memory: each may have been sent once, and is owed. */
const materialise = async (
  transaction: Transaction,
  key: LaneKey,
  { cursor, hasta, eventos }: LaneRow,
  nowMs: number,
): Promise<boolean> => {
  if (hasta <= cursor) return false;
  const tipos = subscribedTypes(eventos.split(','));
  const range = { after: cursor, upTo: hasta, tipos, intentos: 1, reenvioId: null, pedidos: null };
  const pedidos = await openRange(transaction, key, range);
  release(transaction, key, [...new Set(pedidos)], 1, nowMs);
  return pedidos.length > 0;
};

export const makeLaneStore = (session: Session, transactAny: Transact): LaneStore => {
  const gate = makeGate(SENDER_STEPS_MAX);
  return {
    async due(nowMs, limit) {
      return (await session.rows<{ id: string }>(DUE, [nowMs, limit])).map(({ id }) => id);
    },
    async strays(owner, known, limit) {
      const values = [owner, textArray(known), limit];
      return (await session.rows<{ id: string }>(STRAYS, values)).map(({ id }) => id);
    },
    async claim(restauranteId, claim, roomFor) {
      const { nowMs, owner, known } = claim;
      const values = [nowMs, restauranteId, owner, known === undefined ? null : textArray(known)];
      if ((await session.rows(LOOK, values)).length === 0) return [];
      return gate('soon', () =>
        transactAny(async (transaction) => {
          const rows = await transaction.rows<LaneRow>(CLAIM, values);
          if (rows.length === 0) transaction.undo();
          const claimed: { lane: ReturnType<typeof toLane>; advance: LaneAdvance }[] = [];
          for (const row of rows) {
            const taken: LaneRow = { ...row, turno: row.turno + 1, cursor: row.hasta };
            const lane = toLane(taken);
            const key = { restauranteId, webhookId: row.id, turno: taken.turno };
            if (await materialise(transaction, key, row, nowMs)) taken.abiertas = true;
            const advance = await carryOut(transaction, taken, claim, {
              ...{ webhookId: row.id, turno: taken.turno, settled: [], cursor: taken.cursor },
              ...{ recuperaHasta: lane.recuperaHasta, salud: lane.salud, ultimaEntregaMs: null },
              ...{ off: null, room: roomFor(lane, row.head), releaseIfIdle: true },
            });
            claimed.push({ lane, advance });
          }
          return claimed;
        }),
      );
    },
    advance: (restauranteId, claim, steps) =>
      gate(urgencyOf(steps), () =>
        transactAny(async (transaction) => {
          // Not kept by a server that crashes, it is sent again; that a lane is ours was kept before.
          transaction.send(UNHURRIED, []);
          const ids = textArray(steps.map(({ webhookId }) => webhookId).sort());
          const rows = await transaction.rows<LaneRow>(HELD, [restauranteId, ids, claim.owner]);
          const advances: LaneAdvance[] = [];
          for (const step of steps) {
            const row = rows.find(({ id, turno }) => id === step.webhookId && turno === step.turno);
            advances.push(
              row === undefined
                ? lostLane(step.webhookId)
                : await carryOut(transaction, row, claim, step),
            );
          }
          return advances;
        }),
      ),
    renew: ({ owner, leaseMs }, lanes) =>
      transactAny(async (transaction) => {
        transaction.send(UNHURRIED, []);
        const renewed = await transaction.rows<{ id: string }>(RENEW, [
          owner,
          textArray(lanes.map(({ restauranteId }) => restauranteId)),
          textArray(lanes.map(({ webhookId }) => webhookId)),
          int8Array(lanes.map(({ turno }) => turno)),
          leaseMs,
        ]);
        return renewed.map(({ id }) => id);
      }),
  };
};

/** A hundred dead endpoints time out together: what becomes of them can wait. */
const urgencyOf = (steps: readonly LaneStep[]): Urgency =>
  steps.every(({ salud }) => salud.fallosSeguidos > 0) ? 'whenever' : 'soon';
