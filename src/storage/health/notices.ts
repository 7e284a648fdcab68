import { type Database, rows, type StoredFlag, send } from '../database.ts';
import { queueMails } from '../mail/mail.ts';
import {
  type HealthStore,
  NO_PREFERENCES,
  type OperatorCall,
  type PendingNotices,
  type Preferencias,
  type Que,
} from '../port/notices/health.ts';
import { CONDITION_COLUMNS, type ConditionRow, toCondition } from './rows.ts';

type NoticeStore = Pick<
  HealthStore,
  'pending' | 'tell' | 'preferences' | 'setPreferences' | 'calls' | 'settleCall'
>;

/** People whom one look takes on. */
const PEOPLE_MAX = 50;
const PENDING = `
  SELECT u.id AS "usuarioId", u.email, p.correo, p.silenciadas, p.idioma, n.que,
         n.creado_ms AS "noticeMs", ${CONDITION_COLUMNS}
  FROM condition_notices n
  JOIN condiciones c ON c.id = n.condicion_id
  JOIN usuarios u ON u.id = n.usuario_id
  LEFT JOIN notice_preferences p ON p.usuario_id = n.usuario_id
  WHERE n.usuario_id IN (
    SELECT DISTINCT d.usuario_id FROM condition_notices d WHERE d.creado_ms <= $1 LIMIT ${PEOPLE_MAX})
  ORDER BY u.id, n.creado_ms, c.id`;
const OWED = `
  SELECT condicion_id AS "condicionId", que FROM condition_notices WHERE usuario_id = $1 FOR UPDATE`;
const TOLD =
  'DELETE FROM condition_notices WHERE usuario_id = $1 AND condicion_id = $2 AND que = $3';
const PREFERENCES =
  'SELECT correo, silenciadas, idioma FROM notice_preferences WHERE usuario_id = $1';
const SET_PREFERENCES = `
  INSERT INTO notice_preferences (usuario_id, correo, silenciadas, idioma) VALUES ($1, $2, $3, $4)
  ON CONFLICT (usuario_id) DO UPDATE SET correo = $2, silenciadas = $3, idioma = $4`;
const CALLS = `
  SELECT k.que, k.intentos, ${CONDITION_COLUMNS}
  FROM condition_calls k JOIN condiciones c ON c.id = k.condicion_id
  WHERE k.proximo_ms <= $1 ORDER BY k.proximo_ms LIMIT 0 + $2`;
const CALLED = 'DELETE FROM condition_calls WHERE condicion_id = $1 AND que = $2';
const CALL_AGAIN = `
  UPDATE condition_calls SET intentos = intentos + 1, proximo_ms = $3 WHERE condicion_id = $1 AND que = $2`;

interface PreferenceRow {
  correo: StoredFlag | null;
  silenciadas: string | null;
  idioma: Preferencias['idioma'] | null;
}

type PendingRow = ConditionRow &
  PreferenceRow & { usuarioId: string; email: string; que: Que; noticeMs: number };

const toPreferencias = (row: PreferenceRow | undefined): Preferencias =>
  row === undefined || row.correo === null
    ? NO_PREFERENCES
    : {
        correo: Boolean(row.correo),
        silenciadas: JSON.parse(row.silenciadas ?? '[]') as Preferencias['silenciadas'],
        idioma: row.idioma ?? 'es',
      };

export const makeNotices = ({ all, transact }: Database, nowMs: () => number): NoticeStore => ({
  async pending(beforeMs) {
    const found = await all<PendingRow>(PENDING, beforeMs);
    return [...Map.groupBy(found, ({ usuarioId }) => usuarioId).values()].flatMap(
      (ofPerson): PendingNotices[] => {
        const [first] = ofPerson;
        if (first === undefined) return [];
        return [
          {
            persona: { id: first.usuarioId, email: first.email },
            preferencias: toPreferencias(first),
            notices: ofPerson.map(
              ({
                usuarioId: _u,
                email: _e,
                correo: _c,
                silenciadas: _s,
                idioma: _i,
                que,
                noticeMs,
                ...row
              }) => ({
                que,
                creadoMs: noticeMs,
                condition: toCondition(row),
              }),
            ),
          },
        ];
      },
    );
  },
  tell: ({ persona, notices }, mail) =>
    transact(function* () {
      const owed = yield* rows<{ condicionId: string; que: Que }>(OWED, persona.id);
      const known = new Set(owed.map(({ condicionId, que }) => `${condicionId} ${que}`));
      if (!notices.every(({ condition, que }) => known.has(`${condition.id} ${que}`))) return false;
      for (const { condition, que } of notices) yield* send(TOLD, persona.id, condition.id, que);
      if (mail !== null) yield* queueMails([mail], nowMs());
      return true;
    }),
  preferences: async (usuarioId) =>
    toPreferencias((await all<PreferenceRow>(PREFERENCES, usuarioId))[0]),
  setPreferences: (usuarioId, { correo, silenciadas, idioma }) =>
    transact(() => send(SET_PREFERENCES, usuarioId, correo, JSON.stringify(silenciadas), idioma)),
  calls: async (now, limit) =>
    (await all<ConditionRow & Pick<OperatorCall, 'que' | 'intentos'>>(CALLS, now, limit)).map(
      ({ que, intentos, ...row }) => ({ que, intentos, condition: toCondition(row) }),
    ),
  settleCall: ({ condition, que }, proximoMs) =>
    transact(() =>
      proximoMs === null
        ? send(CALLED, condition.id, que)
        : send(CALL_AGAIN, condition.id, que, proximoMs),
    ),
});
