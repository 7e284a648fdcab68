import type { RandomBytes } from '../../../random.ts';
import { SECRET_BYTES, type SecretName } from '../../port/store.ts';
import type { Transact } from '../driver/transaction.ts';

const KEEP = 'INSERT INTO secretos (nombre, valor) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const READ = 'SELECT valor FROM secretos WHERE nombre = $1';

/** The first call of any process makes the secret; later ones read it. */
export const makeReadSecret =
  (transact: Transact, randomBytes: RandomBytes) =>
  (name: SecretName): Promise<Uint8Array> =>
    transact(async (transaction) => {
      transaction.send(KEEP, [name, Buffer.from(randomBytes(SECRET_BYTES))]);
      const [row] = await transaction.rows<{ valor: Buffer }>(READ, [name]);
      if (row === undefined) throw new Error(`the secret ${name} was not stored`);
      return row.valor;
    });
