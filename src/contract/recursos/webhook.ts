import Type from 'typebox';
import { Exact, Id, Nullable, Some, Text, Timestamp } from '../scalars.ts';
import { SUSCRIPCIONES } from './evento.ts';

export const WEBHOOK_URL_CHARS_MAX = 2_048;

const Suscripciones = Type.Array(Type.Enum(SUSCRIPCIONES), {
  minItems: 1,
  maxItems: SUSCRIPCIONES.length,
});

const SecretoFirma = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const Webhook = Exact({
  id: Id('webhook'),
  nombre: Nullable(Text()),
  url: Type.String({ format: 'uri', maxLength: WEBHOOK_URL_CHARS_MAX }),
  eventos: Suscripciones,
  activo: Type.Boolean(),
  creado_en: Timestamp(),
  ultima_entrega: Nullable(Timestamp()),
});

export type Webhook = Type.Static<typeof Webhook>;

const { id, url, eventos, activo } = Webhook.properties;

/** The schema takes any `url`, because the address guard judges it and its messages say more than a schema's. */
export const WebhookNuevo = Exact({
  url: Type.String({ examples: ['https://crm.example/comanda'] }),
  nombre: Type.Optional(Nullable(Text())),
  eventos: Type.Optional(Suscripciones),
});

export type WebhookNuevo = Type.Static<typeof WebhookNuevo>;

/** At least one field must be given. */
export const WebhookCambios = Some(WebhookNuevo, { minProperties: 1 });

export type WebhookCambios = Type.Static<typeof WebhookCambios>;

/** Answer to the creation: the only time that the secret is shown. */
export const WebhookCreado = Exact({
  id,
  url,
  eventos,
  secreto_firma: SecretoFirma,
  activo,
});

export type WebhookCreado = Type.Static<typeof WebhookCreado>;

export const SOLAPE_HORAS = { default: 24, max: 168 } as const;

export const Rotacion = Exact({
  solape_horas: Type.Optional(
    Type.Integer({ minimum: 0, maximum: SOLAPE_HORAS.max, default: SOLAPE_HORAS.default }),
  ),
});

export type Rotacion = Type.Static<typeof Rotacion>;

/** Answer to a rotation: the only time that the new secret is shown. */
export const SecretoRotado = Exact({
  id,
  secreto_firma: SecretoFirma,
  anterior_hasta: Nullable(Timestamp()),
});

export type SecretoRotado = Type.Static<typeof SecretoRotado>;

export const ListaWebhooks = Exact({ datos: Type.Array(Webhook) });

export const WebhookEliminado = Exact({ id, eliminado: Type.Literal(true) });
