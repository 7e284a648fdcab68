import type { Llave } from '../../../storage/port/accounts.ts';
import { keyId } from '../../readers.ts';
import type { Io } from '../../terminal/io.ts';
import { isoInstantOrNull } from '../../terminal/text.ts';

export const KEY_ARGUMENT = {
  name: 'ID',
  help: 'id of the key, as "keys list" shows it',
  read: keyId,
};

export const noSuchKey = (id: string): string => `there is no key ${id}; see comanda keys list`;

/**
 * The token goes to stdout alone, so that a shell can capture it; what it means goes to stderr. `json`:
 * what to print besides the key in one line of JSON; null prints for people.
 */
export const showToken = (
  io: Io,
  { llave, token }: { llave: Llave; token: string },
  json: Record<string, unknown> | null,
): void => {
  const { id, restauranteId: restaurante_id, alcances, expiraMs } = llave;
  const expira_en = isoInstantOrNull(expiraMs);
  if (json !== null) {
    io.out(JSON.stringify({ id, token, restaurante_id, alcances, expira_en, ...json }));
    return;
  }
  io.err(
    `Key ${id} for ${restaurante_id}: ${alcances.join(', ')}; expires ${expira_en ?? 'never'}.`,
  );
  io.err('This is its token. Copy it now: it is not stored and cannot be shown again.');
  io.out(token);
};
