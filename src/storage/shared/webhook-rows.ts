import type { Fallo } from '../../contract/recursos/entrega.ts';
import type { MotivoInactivo } from '../../domain/webhooks/delivery.ts';
import type { SecretoAnterior } from '../../domain/webhooks/firma.ts';
import type { Entrega, Reenvio, Suscripcion, Webhook } from '../port/webhooks.ts';

export type WebhookRow = Omit<Webhook, 'eventos' | 'activo' | 'anteriores'> & {
  eventos: string;
  anteriores: string | null;
  activo: boolean | number;
  motivo: MotivoInactivo | null;
};

/** Of `webhooks w`. */
export const WEBHOOK_COLUMNS = `w.restaurante_id AS "restauranteId", w.id, w.url, w.nombre, w.eventos,
  w.secreto, w.secretos_anteriores AS anteriores, w.activo, w.motivo, w.creado_ms AS "creadoMs", w.ultima_entrega_ms AS "ultimaEntregaMs"`;

type StoredSecret = { secreto: string; hasta_ms: number };

const readAnteriores = (text: string | null): SecretoAnterior[] =>
  text === null
    ? []
    : (JSON.parse(text) as StoredSecret[]).map(({ secreto, hasta_ms }) => ({
        secreto: Buffer.from(secreto, 'base64'),
        hastaMs: hasta_ms,
      }));

export const writeAnteriores = (anteriores: readonly SecretoAnterior[]): string | null =>
  anteriores.length === 0
    ? null
    : JSON.stringify(
        anteriores.map(
          ({ secreto, hastaMs }): StoredSecret => ({
            secreto: Buffer.from(secreto).toString('base64'),
            hasta_ms: hastaMs,
          }),
        ),
      );

export const toWebhook = (row: WebhookRow): Webhook => {
  const { id, restauranteId, url, nombre, secreto, motivo, creadoMs, ultimaEntregaMs } = row;
  return {
    ...{ id, restauranteId, url, nombre, secreto, motivo, creadoMs, ultimaEntregaMs },
    anteriores: readAnteriores(row.anteriores),
    eventos: row.eventos.split(',') as Suscripcion[],
    activo: Boolean(row.activo),
  };
};

/** Of `entregas` of the restaurant $1. `numero`: how this engine finds the number in `p.cuerpo`. */
export const entregaColumns = (numero: string): string => `
  webhook_id AS "webhookId", secuencia, evento_id AS "eventoId", tipo, pedido_id AS "pedidoId",
  (SELECT ${numero} FROM pedidos p
   WHERE p.restaurante_id = $1 AND p.id = entregas.pedido_id) AS "pedidoNumero",
  estado, intentos, creado_ms AS "creadoMs", ultimo_ms AS "ultimoMs",
  CASE WHEN estado = 'pendiente' THEN proximo_ms END AS "proximoMs", status, fallo,
  duracion_ms AS "duracionMs", extracto,
  CAST(anteriores AS TEXT) AS anteriores`;

export type EntregaRow = Omit<Entrega, 'anteriores'> & { anteriores: string | null };

/** Without the answer: it may repeat personal data, and the last one is enough to look after. */
type StoredAttempt = [
  ms: number,
  status: number | null,
  fallo: Fallo | null,
  duracionMs: number | null,
];

export const toEntrega = (row: EntregaRow): Entrega => ({
  ...row,
  anteriores: (JSON.parse(row.anteriores ?? '[]') as StoredAttempt[]).map(
    ([ms, status, fallo, duracionMs]) => ({ ms, status, fallo, duracionMs }),
  ),
});

/** A page as its reader sees it: newest first, and whether there is more beyond its limit. */
export const toEntregaPage = (rows: readonly EntregaRow[], limit: number, isBackwards: boolean) => {
  const entregas = rows.slice(0, limit).map(toEntrega);
  if (isBackwards) entregas.reverse();
  return { entregas, more: rows.length > limit };
};

export const REENVIO_COLUMNS = `id, creado_ms AS "creadoMs", desde, hasta, posicion, encoladas, entregadas, fallidas`;

export const toReenvio = (row: Omit<Reenvio, 'completo'>): Reenvio => ({
  ...row,
  completo: row.posicion >= row.hasta && row.entregadas + row.fallidas >= row.encoladas,
});
