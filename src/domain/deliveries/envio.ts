import type { FalloEnvio } from '../../contract/envios.ts';
import type { Cuando, Destino, Que } from '../../contract/panel/envios.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import type { Periodo } from './calendario.ts';

const LATER_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const RETRIED_MS = 24 * HOUR_MS;
/** A mail whose end nobody knows is sent again once, and says so. */
export const DUDAS_MAX = 2;

/** When to try again; null: it was tried for a day. `creadaMs`: when the run began to be owed. */
export const retryAt = (
  { intentos, creadaMs }: { intentos: number; creadaMs: number },
  nowMs: number,
): number | null => {
  const dueMs = nowMs + (LATER_MS[intentos - 1] ?? HOUR_MS);
  return dueMs - creadaMs > RETRIED_MS ? null : dueMs;
};

const WORDLESS = /[^\w.-]+/g;

/**
 * The same for the same content: a run that is repeated takes the place of its file. `taberna-azahar_iva-factura_2026-10.xlsx`
 */
export const archivoOf = (slug: string, que: Que, { clave }: Pick<Periodo, 'clave'>): string => {
  const { fecha } = que;
  const what = que.clase === 'caja' ? 'caja' : que.tabla;
  const by = fecha === 'creacion' ? '' : `-${fecha}`;
  const extension = que.clase === 'caja' ? 'csv' : que.formato;
  return `${slug.replaceAll(WORDLESS, '-')}_${what}${by}_${clave}.${extension}`;
};

/** `isFinal`: trying again would end the same. `isUnknown`: the other side may have it. */
export type Llegada =
  | { ok: true }
  | { ok: false; fallo: FalloEnvio; detalle: string; isFinal?: boolean; isUnknown?: boolean };

export type { Cuando, Destino, Que };
