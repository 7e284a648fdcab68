import type { RandomBytes } from '../../platform/random.ts';
import { type Database, rows, send } from '../database.ts';
import { SECRET_BYTES, type SecretName } from '../port/store.ts';

const KEEP = 'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const READ = 'SELECT value FROM secrets WHERE name = $1';

/** The first call of any process makes the secret; later ones read it. */
export const makeReadSecret =
  ({ transact }: Database, randomBytes: RandomBytes) =>
  (name: SecretName): Promise<Uint8Array> =>
    transact(function* () {
      yield* send(KEEP, name, randomBytes(SECRET_BYTES));
      const [row] = yield* rows<{ value: Uint8Array }>(READ, name);
      if (row === undefined) throw new Error(`the secret ${name} was not stored`);
      return row.value;
    });
