import type { Pedido } from '../contract/recursos/pedido.ts';
import { parseBody } from '../storage/port/body.ts';

const NEWLINE = 0x0a;

/** Of NDJSON of orders, the lines of those that pass a test. */
export const keepLines = (lines: Uint8Array, isKept: (pedido: Pedido) => boolean): Uint8Array => {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf(NEWLINE, at) + 1;
    const line = lines.subarray(at, end);
    if (isKept(parseBody<Pedido>(line))) kept.push(line);
    at = end;
  }
  return Buffer.concat(kept);
};
