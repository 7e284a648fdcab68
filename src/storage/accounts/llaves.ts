import { type Database, rows, send, type Work } from '../database.ts';
import { LLAVES_ACTIVAS_MAX, type Llave, type LlaveStore } from '../port/accounts.ts';
import { LLAVES, type LlaveRow, llaveValues, toLlave } from '../shared/accounts/llaves.ts';
import { audited, writeAudit } from './auditoria.ts';

type Looks = 'findByHash' | 'findByIds' | 'version' | 'readVersion' | 'touch';

/** All but what comes with every request. */
export const makeLlaves = ({ all, transact, noteChange }: Database): Omit<LlaveStore, Looks> => ({
  create: (llave, hash, audit, activeMax = LLAVES_ACTIVAS_MAX) =>
    transact(function* () {
      const activas = yield* countActive(llave, '');
      if (activas === null) return 'no_restaurant';
      if (activas >= activeMax) return 'too_many';
      yield* send(LLAVES.insert, ...llaveValues(llave, hash));
      yield* writeAudit(audit);
      return 'created';
    }),
  async get(id) {
    const [row] = await all<LlaveRow>(LLAVES.get, id);
    return row === undefined ? null : toLlave(row);
  },
  async list(restauranteId) {
    const rows =
      restauranteId === null
        ? await all<LlaveRow>(LLAVES.list)
        : await all<LlaveRow>(LLAVES.listOfRestaurant, restauranteId);
    return rows.map(toLlave);
  },
  revoke: (id, atMs, audit) =>
    transact(function* () {
      const isRevoked = yield* audited(audit, LLAVES.revoke, id, atMs);
      if (isRevoked) yield* noteChange();
      return isRevoked;
    }),
  rotate: (id, { llave, hash }, graceUntilMs, audit, activeMax = LLAVES_ACTIVAS_MAX) =>
    transact(function* () {
      // Without a grace, the old key makes room for the new one.
      const ending = graceUntilMs > llave.creadaMs ? '' : id;
      if (((yield* countActive(llave, ending)) ?? 0) >= activeMax) return 'too_many';
      if (!(yield* audited(audit, LLAVES.expire, id, graceUntilMs))) return 'revoked';
      yield* send(LLAVES.insert, ...llaveValues(llave, hash));
      yield* noteChange();
      return 'rotated';
    }),
});

/** The active keys of a new key's restaurant, without the one that is ending; null if there is no such restaurant. */
function* countActive({ restauranteId, creadaMs }: Llave, ending: string): Work<number | null> {
  if ((yield* rows(LLAVES.lock, restauranteId)).length === 0) return null;
  const [row] = yield* rows<{ activas: number }>(
    ...[LLAVES.countActive, restauranteId, creadaMs, ending],
  );
  return row?.activas ?? 0;
}
