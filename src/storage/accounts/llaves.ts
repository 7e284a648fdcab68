import { type Database, send } from '../database.ts';
import type { LlaveStore } from '../port/accounts.ts';
import { LLAVES, type LlaveRow, llaveValues, toLlave } from '../shared/accounts/llaves.ts';
import { audited } from './auditoria.ts';

type Looks = 'findByHash' | 'findByIds' | 'version' | 'touch';

/** All but what comes with every request. */
export const makeLlaves = ({ all, transact, noteChange }: Database): Omit<LlaveStore, Looks> => ({
  create: (llave, hash, audit) =>
    transact(function* () {
      const isNew = yield* audited(audit, LLAVES.insert, ...llaveValues(llave, hash));
      return isNew ? 'created' : 'no_restaurant';
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
  rotate: (id, { llave, hash }, graceUntilMs, audit) =>
    transact(function* () {
      if (!(yield* audited(audit, LLAVES.expire, id, graceUntilMs))) return false;
      yield* send(LLAVES.insert, ...llaveValues(llave, hash));
      yield* noteChange();
      return true;
    }),
});
