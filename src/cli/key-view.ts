import { estadoLlave } from '../admin/llaves.ts';
import type { Llave } from '../storage/port/accounts.ts';
import type { Io } from './io.ts';
import { isoInstant, isoSecond, printable } from './text.ts';

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoInstant(ms));

/** The token goes to stdout alone, so that a shell can capture it; what it means goes to stderr. */
export const showToken = (
  llave: Llave,
  token: string,
  json: Record<string, unknown> | null,
  io: Io,
): void => {
  const { id, restauranteId: restaurante_id, alcances, expiraMs } = llave;
  const expira_en = isoOrNull(expiraMs);
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

export const KEY_HEADER = [
  'ID',
  'RESTAURANT',
  'NAME',
  'TOKEN',
  'STATE',
  'CREATED',
  'EXPIRES',
  'LAST USED',
  'SCOPES',
];

export const keyRow = (llave: Llave, now: number): string[] => [
  llave.id,
  llave.restauranteId,
  printable(llave.nombre),
  `svc_${llave.etiqueta}_…${llave.pista}`,
  estadoLlave(llave, now),
  isoSecond(llave.creadaMs),
  llave.expiraMs === null ? 'never' : isoSecond(llave.expiraMs),
  llave.ultimoUsoMs === null ? 'never' : isoSecond(llave.ultimoUsoMs),
  llave.alcances.join(','),
];

export const keyJson = (llave: Llave, now: number) => ({
  id: llave.id,
  restaurante_id: llave.restauranteId,
  nombre: llave.nombre,
  etiqueta: llave.etiqueta,
  pista: llave.pista,
  alcances: llave.alcances,
  estado: ESTADO[estadoLlave(llave, now)],
  creador: llave.creador,
  creada_en: isoInstant(llave.creadaMs),
  expira_en: isoOrNull(llave.expiraMs),
  revocada_en: isoOrNull(llave.revocadaMs),
  ultimo_uso_en: isoOrNull(llave.ultimoUsoMs),
});

const ESTADO = { active: 'activa', expired: 'expirada', revoked: 'revocada' } as const;
