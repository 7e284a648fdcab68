import type { Entrega as EntregaWire } from '../../../contract/recursos/entrega.ts';
import type { CursorCodecs } from '../../../domain/cursor.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import type { Entrega, EntregaQuery } from '../../../storage/port/webhooks.ts';
import type { Webhooks } from '../../../webhooks/webhooks.ts';
import { okJson } from '../../answer/answer.ts';
import type { Handlers } from '../handler.ts';
import { neighboursOf, readCursor } from '../query.ts';
import { ofWebhook } from './webhooks.ts';

/** `GET /webhooks/{id}/entregas`: newest first, by the sequence of the events. */
export const listEntregas = (
  webhooks: Webhooks,
  cursors: CursorCodecs,
): Handlers['listarEntregas'] =>
  ofWebhook(async ({ restauranteId }, webhookId, { query: values }) => {
    const { estado, limite: limit } = values;
    const filters = JSON.stringify(['entregas', webhookId, estado]);
    const codec = cursors({ restauranteId, filters });
    const cursor = readCursor(values.cursor, codec);
    if ((await webhooks.get(restauranteId, webhookId)) === null) return null;

    const position = cursor && { direction: cursor.direction, secuencia: Number(cursor.id) };
    const query: EntregaQuery = { restauranteId, webhookId, estado, cursor: position, limit };
    const { entregas, more } = await webhooks.entregas(query);
    const encode = (direction: 'after' | 'before', secuencia: number | undefined) =>
      secuencia === undefined ? null : codec.encode({ direction, id: String(secuencia) });
    const { hasNext, hasPrevious } = neighboursOf(cursor, more);
    return okJson({
      datos: entregas.map(entregaWire),
      paginacion: {
        limite: limit,
        siguiente: hasNext ? encode('after', entregas.at(-1)?.secuencia) : null,
        anterior: hasPrevious ? encode('before', entregas[0]?.secuencia) : null,
      },
    });
  });

type Intento = Entrega['anteriores'][number];

const intento = ({ ms, status, fallo, duracionMs }: Intento) => ({
  momento: isoTimestamp(ms),
  estado_http: status,
  fallo,
  duracion_ms: duracionMs ?? 0,
});

export const entregaWire = (entrega: Entrega): EntregaWire => {
  const { ultimoMs: ms } = entrega;
  return {
    id: entrega.eventoId,
    tipo: entrega.tipo,
    pedido_id: entrega.pedidoId,
    pedido_numero: entrega.pedidoNumero,
    secuencia: entrega.secuencia,
    creado_en: isoTimestamp(entrega.creadoMs),
    estado: entrega.estado,
    intentos: entrega.intentos,
    ultimo_intento:
      ms === null ? null : { ...intento({ ...entrega, ms }), respuesta: entrega.extracto },
    intentos_anteriores: entrega.anteriores.map(intento),
    proximo_intento: isoTimestampOrNull(entrega.proximoMs),
  };
};
