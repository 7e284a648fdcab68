import {
  type Entrega as EntregaWire,
  ESTADOS_ENTREGA,
} from '../../../contract/recursos/entrega.ts';
import { LIMITE_DEFAULT, LIMITE_MAX } from '../../../contract/recursos/paginacion.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import type { CursorCodec, CursorScope } from '../../../domain/cursor.ts';
import type { Entrega, EntregaQuery } from '../../../storage/port/webhooks.ts';
import type { Webhooks } from '../../../webhooks/webhooks.ts';
import { okJson } from '../../wire/answer.ts';
import { parseQuery, readEnum, readInteger, refuseCursor } from '../query.ts';
import type { Handler } from '../routes.ts';
import { idOf, isoOf, missing } from './webhooks.ts';

/** `GET /webhooks/{id}/entregas`: newest first, by the sequence of the events. */
export const listEntregas =
  (webhooks: Webhooks, cursors: CursorCodec): Handler =>
  async (request) => {
    const webhookId = idOf(request);
    const { restauranteId } = request.llave;
    const params = parseQuery(request.query, RUTAS.listarEntregas);
    const estado = readEnum(params, 'estado', ESTADOS_ENTREGA);
    const limit = readInteger(params, 'limite', {
      min: 1,
      max: LIMITE_MAX,
      fallback: LIMITE_DEFAULT,
    });
    const scope: CursorScope = {
      restauranteId,
      filters: JSON.stringify(['entregas', webhookId, estado]),
    };
    const cursor = readCursor(params.get('cursor'), scope, cursors);
    if ((await webhooks.get(restauranteId, webhookId)) === null) throw missing(webhookId);

    const query: EntregaQuery = { restauranteId, webhookId, estado, cursor, limit };
    const { entregas, more } = await webhooks.entregas(query);
    const encode = (direction: 'after' | 'before', secuencia: number | undefined) =>
      secuencia === undefined ? null : cursors.encode({ direction, id: String(secuencia) }, scope);
    const isBack = cursor?.direction === 'before';
    const hasNext = isBack || more;
    const hasPrevious = isBack ? more : cursor !== null;
    return okJson({
      datos: entregas.map(entregaWire),
      paginacion: {
        limite: limit,
        siguiente: hasNext ? encode('after', entregas.at(-1)?.secuencia) : null,
        anterior: hasPrevious ? encode('before', entregas[0]?.secuencia) : null,
      },
    });
  };

const readCursor = (text: string | undefined, scope: CursorScope, cursors: CursorCodec) => {
  if (text === undefined) return null;
  const verdict = cursors.decode(text, scope);
  if (!verdict.ok) throw refuseCursor(text, verdict.reason);
  const { direction, id } = verdict.cursor;
  return { direction, secuencia: Number(id) };
};

export const entregaWire = (entrega: Entrega): EntregaWire => {
  const { ultimoMs, proximoMs } = entrega;
  return {
    id: entrega.eventoId,
    tipo: entrega.tipo,
    pedido_id: entrega.pedidoId,
    secuencia: entrega.secuencia,
    creado_en: isoOf(entrega.creadoMs),
    estado: entrega.estado,
    intentos: entrega.intentos,
    ultimo_intento:
      ultimoMs === null
        ? null
        : {
            momento: isoOf(ultimoMs),
            estado_http: entrega.status,
            fallo: entrega.fallo,
            duracion_ms: entrega.duracionMs ?? 0,
            respuesta: entrega.extracto,
          },
    proximo_intento: proximoMs === null ? null : isoOf(proximoMs),
  };
};
