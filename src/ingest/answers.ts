import type { Answer } from '../domain/log/batch.ts';
import type { Refusal } from '../domain/pedido/refusal.ts';

/** Answer lines. Ids hold no character that JSON escapes: their pattern sees to that. */

export const answerPedido = (linea: number, answer: Answer): string => {
  if (!answer.ok) return answerRefusal(linea, answer);
  const evento = answer.eventoId === null ? 'null' : `"${answer.eventoId}"`;
  return `{"linea":${linea},"ok":true,"pedido_id":"${answer.pedidoId}","evento_id":${evento}}\n`;
};

export const answerCuenta = (linea: number, restauranteId: string): string =>
  `{"linea":${linea},"ok":true,"restaurante_id":"${restauranteId}"}\n`;

export const answerRefusal = (linea: number, { codigo, error, ruta }: Refusal): string =>
  `${JSON.stringify({ linea, ok: false, codigo, error, ruta })}\n`;
