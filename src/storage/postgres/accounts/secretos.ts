import type { RandomBytes } from '../../../random.ts';
import { SECRET_BYTES, type SecretName } from '../../port/store.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';

/** Whoever comes first decides; the others read what was decided. */
const KEEP: Statement = {
  name: 'secretos_keep',
  text: `
    WITH kept AS (
      INSERT INTO secretos (nombre, valor) VALUES ($1, $2) ON CONFLICT (nombre) DO NOTHING
    )
    SELECT 1`,
};
const READ: Statement = {
  name: 'secretos_read',
  text: 'SELECT valor FROM secretos WHERE nombre = $1',
};

export const makeSecret =
  (transact: Transact, randomBytes: RandomBytes) =>
  async (name: SecretName): Promise<Uint8Array> => {
    await transact((session) => session.run(KEEP, [name, Buffer.from(randomBytes(SECRET_BYTES))]));
    const [row] = await transact((session) => session.rows<{ valor: Buffer }>(READ, [name]));
    if (row === undefined) throw new Error(`the secret ${name} vanished`);
    return row.valor;
  };
