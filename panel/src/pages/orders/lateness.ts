import { isClosed } from '../../api/values.ts';
import type { PedidoPantalla, Plazos } from '../../api/wire.ts';
import { MINUTE_MS } from '../../clock.ts';

/** In the order of urgency. `alarm`: nobody has accepted it in time. */
const LEVELS = ['fine', 'warn', 'bad', 'alarm'] as const;
type Level = (typeof LEVELS)[number];

/** From this share of its time on, an order is about to be late. */
const SOON = 0.75;
/** A ready order waits for its courier or its guest: late after so many times the time that it took to cook. */
const COLD = { warn: 2, bad: 3 };

/** When an order began to wait: at the time for which it was wanted, or else at its creation. */
const waitsSince = ({ programado_para, creado_en }: PedidoPantalla): number =>
  new Date(programado_para ?? creado_en).getTime();

/** Sorts by the longest wait; an order for later takes its place by the time for which it is wanted. */
export const longestWaitFirst = <P extends PedidoPantalla>(pedidos: readonly P[]): P[] =>
  pedidos.toSorted((a, b) => waitsSince(a) - waitsSince(b) || (a.id < b.id ? -1 : 1));

/** How late an order is by the restaurant's deadlines. */
const levelOf = (pedido: PedidoPantalla, nowMs: number, plazos: Plazos): Level => {
  const { tipo, estado, programado_para } = pedido;
  const { aceptar, listo } = plazos[tipo];
  // The kitchen begins in time for an order that is wanted later.
  const beginsMs = waitsSince(pedido) - (programado_para === null ? 0 : listo * MINUTE_MS);
  const minutes = (nowMs - beginsMs) / MINUTE_MS;
  if (estado === 'pendiente') {
    return minutes >= aceptar ? 'alarm' : minutes >= SOON * aceptar ? 'warn' : 'fine';
  }
  const isReady = estado === 'listo' || estado === 'en_reparto';
  const [warn, bad] = isReady ? [COLD.warn * listo, COLD.bad * listo] : [SOON * listo, listo];
  return minutes >= bad ? 'bad' : minutes >= warn ? 'warn' : 'fine';
};

/** How long an order has been waiting, null for one scheduled for later; nothing for a closed one. */
export const waiting = (pedido: PedidoPantalla, nowMs: number, plazos: Plazos) => {
  if (isClosed(pedido.estado)) return null;
  const ms = nowMs - waitsSince(pedido);
  const isLater = pedido.programado_para !== null && ms < 0;
  return { ms: isLater ? null : Math.max(0, ms), level: levelOf(pedido, nowMs, plazos) };
};

/** 0 while all is well, the greater the more urgent. */
export const urgency = (pedido: PedidoPantalla, nowMs: number, plazos: Plazos): number =>
  LEVELS.indexOf(waiting(pedido, nowMs, plazos)?.level ?? 'fine');

export const NOT_ACCEPTED = LEVELS.indexOf('alarm');
