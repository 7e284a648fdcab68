import type { RandomBytes } from '../../../random.ts';
import { SECRET_BYTES, type SecretName } from '../../port/store.ts';
import type { Connection } from '../driver/connection.ts';

const KEEP = 'INSERT INTO secretos (nombre, valor) VALUES (?, ?) ON CONFLICT DO NOTHING';
const READ = 'SELECT valor FROM secretos WHERE nombre = ?';

/** The first call makes the secret; later ones read it. */
export const makeReadSecret =
  ({ run, get, transaction }: Connection, randomBytes: RandomBytes) =>
  async (name: SecretName): Promise<Uint8Array> =>
    transaction(() => {
      run(KEEP, name, randomBytes(SECRET_BYTES));
      const row = get<{ valor: Uint8Array }>(READ, name);
      if (row === undefined) throw new Error(`the secret ${name} was not stored`);
      return row.valor;
    });
