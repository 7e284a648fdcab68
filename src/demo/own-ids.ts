import { hash } from 'node:crypto';
import { PREFIX } from '../contract/ids.ts';
import { encodeBase32, randomBase32 } from '../domain/ids.ts';

const TIME_CHARS = 10;
const MARK_CHARS = 16;

/** Sorts like minted ids. Its second half is a digest of the first, so that a restarted demo recognises its own orders. */
export const ownPedidoId = (seed: string, restauranteId: string, creadoMs: number): string => {
  const digest = hash('sha256', `${seed}|${restauranteId}|${creadoMs}`, 'buffer');
  const mark = randomBase32(digest.subarray(0, MARK_CHARS));
  return PREFIX.pedido + encodeBase32(creadoMs, TIME_CHARS) + mark;
};

export const isOwn = (
  seed: string,
  pedido: { id: string; creado_en: string; restaurante: { id: string } },
): boolean => pedido.id === ownPedidoId(seed, pedido.restaurante.id, Date.parse(pedido.creado_en));
