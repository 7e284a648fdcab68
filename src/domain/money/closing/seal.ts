import { createHash } from 'node:crypto';
import type { Period } from './month.ts';
import type { ClosingRow } from './rows.ts';

/** Everything of a closing that its seal covers, besides its rows. */
export interface ClosingHead extends Period {
  id: string;
  restauranteId: string;
  /** Counts the closings of the restaurant, from 1. */
  n: number;
  mes: string;
  zona: string;
  nombre: string;
  moneda: string;
  creadoMs: number;
  creadoPor: string;
  sustituye: string | null;
  /** Its number of rows, and their sums (domain/money/sums.ts). */
  filas: number;
  sumas: string;
  /** The seal of the closing before it. */
  anterior: string | null;
}

/** SHA-256 over lines: the seal before it, the head, then three lines for each row. No line has a line break in it. */
export const makeSeal = (head: ClosingHead) => {
  const { anterior, id, restauranteId, n, mes, desdeMs, hastaMs, fecha } = head;
  const { zona, nombre, moneda, creadoMs, creadoPor, sustituye, filas, sumas } = head;
  const named = [id, restauranteId, n, mes, desdeMs, hastaMs, fecha];
  const made = [zona, nombre, moneda, creadoMs, creadoPor, sustituye, filas, sumas];
  const hash = createHash('sha256');
  hash.update(`${anterior ?? ''}\n${JSON.stringify([...named, ...made])}\n`);
  return {
    add({ pedidoId, cuenta, linea }: ClosingRow): void {
      hash.update(`${pedidoId}\n${cuenta ?? ''}\n${linea}\n`);
    },
    end: (): string => hash.digest('hex'),
  };
};
