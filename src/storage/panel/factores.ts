import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, run, type Step, send, toBytes, type Work } from '../database.ts';
import { type FactorStore, PASSKEYS_MAX, type Passkey, type Reto } from '../port/panel/factores.ts';
import { END_SESSIONS } from './usuarios.ts';

const TOTP = 'SELECT totp FROM usuarios WHERE id = $1';
/** Locks the user: of two that add a factor at once, the second counts what the first added. */
const LOCK_USER = 'SELECT id FROM usuarios WHERE id = $1 FOR UPDATE';
const PASSKEYS = `
  SELECT id, usuario_id AS "usuarioId", dominio, clave_publica AS "clavePublica", contador, transportes, nombre,
         creada_ms AS "creadaMs", usada_ms AS "usadaMs"
  FROM passkeys WHERE usuario_id = $1 ORDER BY creada_ms, id`;
const CODES_LEFT = 'SELECT count(*) AS n FROM codigos_recuperacion WHERE usuario_id = $1';
const ADD_PASSKEY = `
  INSERT INTO passkeys (id, usuario_id, dominio, clave_publica, contador, transportes, nombre, creada_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`;
const REMOVE_PASSKEY = 'DELETE FROM passkeys WHERE usuario_id = $1 AND id = $2';
const REMOVE_PASSKEYS = 'DELETE FROM passkeys WHERE usuario_id = $1';
const USE_PASSKEY = 'UPDATE passkeys SET contador = $2, usada_ms = $3 WHERE id = $1';
const SET_TOTP = 'UPDATE usuarios SET totp = $2, totp_paso = 0 WHERE id = $1';
const REMOVE_TOTP = 'UPDATE usuarios SET totp = NULL WHERE id = $1 AND totp IS NOT NULL';
const USE_TOTP =
  'UPDATE usuarios SET totp_paso = $2 WHERE id = $1 AND totp IS NOT NULL AND totp_paso < $2';
const DROP_CODES = 'DELETE FROM codigos_recuperacion WHERE usuario_id = $1';
const ADD_CODE = 'INSERT INTO codigos_recuperacion (usuario_id, hash) VALUES ($1, $2)';
const USE_CODE = 'DELETE FROM codigos_recuperacion WHERE usuario_id = $1 AND hash = $2';
const DROP_RETOS = 'DELETE FROM retos WHERE expira_ms <= $1 OR (usuario_id = $2 AND clase = $3)';
const ASK = `
  INSERT INTO retos (hash, usuario_id, clase, datos, expira_ms) VALUES ($1, $2, $3, $4, $5)`;
const FIND_RETO = `
  SELECT hash, usuario_id AS "usuarioId", clase, datos, expira_ms AS "expiraMs"
  FROM retos WHERE hash = $1 AND expira_ms > $2`;
const TAKE_RETO = 'DELETE FROM retos WHERE hash = $1';
const SEALED = 'SELECT id AS "usuarioId", totp FROM usuarios WHERE totp IS NOT NULL';
const RESEAL = 'UPDATE usuarios SET totp = $3 WHERE id = $1 AND totp = $2';

type TotpRow = { totp: Uint8Array | null };

export const makeFactorStore = ({ all, transact }: Database): FactorStore => ({
  async of(usuarioId) {
    const [[user], passkeys, [codes]] = await Promise.all([
      all<TotpRow>(TOTP, usuarioId),
      all<Passkey>(PASSKEYS, usuarioId),
      all<{ n: number }>(CODES_LEFT, usuarioId),
    ]);
    return {
      totp: user?.totp ?? null,
      passkeys: passkeys.map((each) => ({ ...each, clavePublica: toBytes(each.clavePublica) })),
      codigos: codes?.n ?? 0,
    };
  },
  addPasskey: (passkey, codigos, audit) =>
    transact(function* () {
      const { id, usuarioId, dominio, clavePublica, contador, transportes, nombre, creadaMs } =
        passkey;
      yield* rows(LOCK_USER, usuarioId);
      if ((yield* rows(PASSKEYS, usuarioId)).length >= PASSKEYS_MAX) return 'too_many';
      const values = [
        id,
        usuarioId,
        dominio,
        clavePublica,
        contador,
        transportes,
        nombre,
        creadaMs,
      ];
      if (!(yield* audited(audit, ADD_PASSKEY, ...values))) return 'known';
      if (codigos !== null) yield* replaceCodes(usuarioId, codigos);
      return 'added';
    }),
  setTotp: (usuarioId, sealed, codigos, audit) =>
    transact(function* () {
      yield* audited(audit, SET_TOTP, usuarioId, sealed);
      if (codigos !== null) yield* replaceCodes(usuarioId, codigos);
    }),
  setCodes: (usuarioId, codigos, audit) =>
    transact(function* () {
      yield* replaceCodes(usuarioId, codigos);
      yield* writeAudit(audit);
    }),
  removePasskey: (usuarioId, id, audit) =>
    transact(function* () {
      if (!(yield* audited(audit, REMOVE_PASSKEY, usuarioId, id))) return false;
      yield* dropCodesWithoutFactor(usuarioId);
      return true;
    }),
  removeTotp: (usuarioId, audit) =>
    transact(function* () {
      if (!(yield* audited(audit, REMOVE_TOTP, usuarioId))) return false;
      yield* dropCodesWithoutFactor(usuarioId);
      return true;
    }),
  clear: (usuarioId, audit) =>
    transact(function* () {
      const removed =
        (yield* run(REMOVE_PASSKEYS, usuarioId)) + (yield* run(REMOVE_TOTP, usuarioId));
      if (removed === 0) return false;
      yield* send(DROP_CODES, usuarioId);
      yield* send(END_SESSIONS, usuarioId);
      yield* writeAudit(audit);
      return true;
    }),
  usePasskey: (id, contador, atMs) => transact(() => send(USE_PASSKEY, id, contador, atMs)),
  useTotp: (usuarioId, step) =>
    transact(function* () {
      return (yield* run(USE_TOTP, usuarioId, step)) > 0;
    }),
  useCode: (usuarioId, hash, audit) => transact(() => audited(audit, USE_CODE, usuarioId, hash)),
  ask: ({ hash, usuarioId, clase, datos, expiraMs }, nowMs) =>
    transact(function* () {
      yield* send(DROP_RETOS, nowMs, usuarioId, clase);
      yield* send(ASK, hash, usuarioId, clase, datos, expiraMs);
    }),
  findReto: async (hash, nowMs) => (await all<Reto>(FIND_RETO, hash, nowMs))[0] ?? null,
  takeReto: (hash) =>
    transact(function* () {
      return (yield* run(TAKE_RETO, hash)) > 0;
    }),
  sealed: () => all<{ usuarioId: string; totp: Uint8Array }>(SEALED),
  reseal: (usuarioId, before, after) =>
    transact(function* () {
      return (yield* run(RESEAL, usuarioId, before, after)) > 0;
    }),
});

function* replaceCodes(usuarioId: string, codigos: readonly string[]): Step<void> {
  yield* send(DROP_CODES, usuarioId);
  for (const hash of codigos) yield* send(ADD_CODE, usuarioId, hash);
}

function* dropCodesWithoutFactor(usuarioId: string): Work<void> {
  const [user] = yield* rows<TotpRow>(TOTP, usuarioId);
  const passkeys = yield* rows(PASSKEYS, usuarioId);
  if (user?.totp == null && passkeys.length === 0) yield* send(DROP_CODES, usuarioId);
}
