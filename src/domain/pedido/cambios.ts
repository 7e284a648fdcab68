import type { CampoPedido, Pedido } from '../../contract/recursos/pedido.ts';
import { sameJson } from '../same-json.ts';

/** The changed fields by their path, such as `fiscal.factura_numero`; lists, and objects that come or go, as a whole. */
export type Cambios = Record<string, { antes: unknown; despues: unknown }>;

/** Where the history keeps what a note has changed, beside what the command says of itself. */
export const CAMBIOS = 'cambios';

export const cambiosOf = (
  before: Pedido,
  after: Pedido,
  fields: readonly CampoPedido[],
): Cambios => {
  const cambios: Cambios = {};
  const compare = (path: string, antes: unknown, despues: unknown): void => {
    if (sameJson(antes, despues)) return;
    if (!isRecord(antes) || !isRecord(despues)) cambios[path] = { antes, despues };
    else {
      for (const name of new Set([...Object.keys(antes), ...Object.keys(despues)])) {
        compare(`${path}.${name}`, antes[name] ?? null, despues[name] ?? null);
      }
    }
  };
  for (const field of fields) compare(field, before[field], after[field]);
  return cambios;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
