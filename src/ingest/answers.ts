import type { Answer } from '../domain/log/batch.ts';

/** The outcome of a command: an order's answer, a saved account, a customer forgotten in so many orders, or a refusal. */
export type CommandOutcome = Answer | { ok: true; restauranteId: string; pedidos?: number };

/** The answer line of a command. Ids hold no character that JSON escapes: their pattern excludes them. */
export const answerLine = (linea: number, outcome: CommandOutcome): string => {
  if (!outcome.ok) {
    const { codigo, error, ruta } = outcome;
    return `${JSON.stringify({ linea, ok: false, codigo, error, ruta })}\n`;
  }
  if ('restauranteId' in outcome) {
    const { restauranteId, pedidos } = outcome;
    const orders = pedidos === undefined ? '' : `,"pedidos":${pedidos}`;
    return `{"linea":${linea},"ok":true,"restaurante_id":"${restauranteId}"${orders}}\n`;
  }
  const evento = outcome.eventoId === null ? 'null' : `"${outcome.eventoId}"`;
  return `{"linea":${linea},"ok":true,"pedido_id":"${outcome.pedidoId}","evento_id":${evento}}\n`;
};
