import type { SecretoAnterior } from '../../domain/webhooks/firma.ts';
import type { StoredFlag } from '../database.ts';
import type { Suscripcion, Webhook } from '../port/webhooks.ts';

export type WebhookRow = Omit<Webhook, 'eventos' | 'activo' | 'anteriores'> & {
  eventos: string;
  anteriores: string | null;
  activo: StoredFlag;
};

/** Columns of `webhooks w`. */
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
    id,
    restauranteId,
    url,
    nombre,
    secreto,
    motivo,
    creadoMs,
    ultimaEntregaMs,
    anteriores: readAnteriores(row.anteriores),
    eventos: row.eventos.split(',') as Suscripcion[],
    activo: Boolean(row.activo),
  };
};
