import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, field, flag, id, timestamp } from '../fields.ts';
import { Id, Nullable, Text, Timestamp } from '../scalars.ts';
import { SUSCRIPCIONES } from './evento.ts';

export const WEBHOOK_URL_CHARS_MAX = 2_048;

const Suscripciones = Type.Array(Type.Enum(SUSCRIPCIONES), {
  minItems: 1,
  maxItems: SUSCRIPCIONES.length,
});

const SecretoFirma = Type.String({ pattern: '^[0-9a-f]{64}$' });

const propios = {
  id: id('webhook'),
  url: field(
    Type.String({ format: 'uri', maxLength: WEBHOOK_URL_CHARS_MAX }),
    'La URL a la que se envían los eventos, tal como se registró; lo que no admite una URI se guarda codificado.',
    'The URL that events are sent to, as it was registered; what a URI does not allow is stored encoded.',
    'https://crm.casapepa.example/comanda',
  ),
  eventos: field(
    Suscripciones,
    'Los tipos de evento que se envían; `pedido.*` y `*` equivalen a todos.',
    'The event types that are sent; `pedido.*` and `*` mean all of them.',
    ['pedido.*'],
  ),
  activo: flag(
    'Si se le envían eventos. El servicio desactiva el webhook cuando el receptor responde 410 o pasan cinco días sin un solo éxito; las entregas pendientes se guardan.',
    'Whether events are sent. The service turns the webhook off when the receiver answers 410 or nothing succeeds for five days; pending deliveries are kept.',
    true,
  ),
};

export const Webhook = Component('Webhook', {
  $: both('Un webhook.', 'A webhook.'),
  id: propios.id,
  nombre: field(
    Nullable(Text()),
    'El nombre que se le dio, o null.',
    'The name that it was given, or null.',
    'CRM',
  ),
  url: propios.url,
  eventos: propios.eventos,
  activo: propios.activo,
  creado_en: timestamp(
    'Cuándo se registró.',
    'When it was registered.',
    '2026-11-01T09:30:00.000Z',
  ),
  ultima_entrega: field(
    Nullable(Timestamp()),
    'Cuándo fue la última entrega con éxito; null si no ha habido ninguna.',
    'Time of the last successful delivery; null if there was none.',
    '2026-11-14T20:41:05.310Z',
  ),
});

export type Webhook = Type.Static<typeof Webhook>;

/** The schema takes any `url`, because the address guard judges it and its messages say more than a schema's. */
const Url = Type.String({ examples: ['https://crm.example/comanda'] });
const opcionales = {
  nombre: Type.Optional(Nullable(Text())),
  eventos: Type.Optional(Suscripciones),
};

export const WebhookNuevo = Component('WebhookNuevo', {
  $: both('El webhook que quieres registrar.', 'The webhook to register.'),
  url: field(
    Url,
    'La URL que recibirá los eventos: https, de una máquina pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres.',
    'The URL that will receive the events: https, on a public machine, without user, password or “#”, up to 2048 characters.',
    propios.url.example,
  ),
  nombre: field(
    opcionales.nombre,
    'Un nombre para que lo reconozcas.',
    'A name to recognise it by.',
    'CRM',
  ),
  eventos: field(
    opcionales.eventos,
    'Los tipos de evento que quieres recibir; por defecto, todos.',
    'The event types to receive; by default, all.',
    ['pedido.nuevo', 'pedido.entregado', 'pedido.cancelado'],
  ),
});

export type WebhookNuevo = Type.Static<typeof WebhookNuevo>;

/** At least one field must be given. */
export const WebhookCambios = Component(
  'WebhookCambios',
  {
    $: both(
      'Los campos del webhook que quieres cambiar: al menos uno. Los que omitas conservan su valor.',
      'The fields of the webhook to change: at least one. Fields that you leave out keep their values.',
    ),
    url: field(
      Type.Optional(Url),
      'La URL nueva, con las mismas reglas que al registrar el webhook.',
      'The new URL, by the same rules as on registration.',
      'https://crm.casapepa.example/v2',
    ),
    nombre: field(
      opcionales.nombre,
      'El nombre nuevo; null lo quita.',
      'The new name; null removes it.',
      null,
    ),
    eventos: field(
      opcionales.eventos,
      'Los tipos de evento que quieres recibir desde ahora.',
      'The event types to receive from now on.',
      ['pedido.entregado'],
    ),
  },
  { minProperties: 1 },
);

export type WebhookCambios = Type.Static<typeof WebhookCambios>;

/** Answer to the creation: the only time that the secret is shown. */
export const WebhookCreado = Component('WebhookCreado', {
  $: both(
    'Un webhook recién registrado. Solo esta respuesta muestra su secreto.',
    'A webhook that has just been registered. Only this answer shows its secret.',
  ),
  id: propios.id,
  url: propios.url,
  eventos: propios.eventos,
  secreto_firma: field(
    SecretoFirma,
    'El secreto con el que se firman sus eventos: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
    'The secret that signs its events: 64 hexadecimal characters. Keep it: it is not shown again.',
    '8b1a9953c4611296a827abf8c47804d7e6c49c6b97b1b2d1f4d7f4f1b5d1c0aa',
  ),
  activo: propios.activo,
});

export type WebhookCreado = Type.Static<typeof WebhookCreado>;

export const SOLAPE_HORAS = { default: 24, max: 168 } as const;

export const Rotacion = Component('Rotacion', {
  $: both('Cómo cambiar el secreto.', 'How to rotate the secret.'),
  solape_horas: field(
    Type.Optional(
      Type.Integer({ minimum: 0, maximum: SOLAPE_HORAS.max, default: SOLAPE_HORAS.default }),
    ),
    'Durante cuántas horas sigue valiendo el secreto anterior. Con 0, ese secreto y los de rotaciones anteriores dejan de valer en el acto.',
    'For how many hours the earlier secret stays valid. With 0, that secret and those of earlier rotations are void at once.',
    72,
  ),
});

export type Rotacion = Type.Static<typeof Rotacion>;

/** Answer to a rotation: the only time that the new secret is shown. */
export const SecretoRotado = Component('SecretoRotado', {
  $: both(
    'El secreto nuevo de un webhook. Solo esta respuesta lo muestra.',
    'The new secret of a webhook. Only this answer shows it.',
  ),
  id: field(Id('webhook'), 'El webhook.', 'The webhook.', EXAMPLE_ID.webhook),
  secreto_firma: field(
    SecretoFirma,
    'El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
    'The new secret: 64 hexadecimal characters. Keep it: it is not shown again.',
    '2f7c1d90b8e64a53c0f1e2d3b4a5968778695a4b3c2d1e0f90a1b2c3d4e5f607',
  ),
  anterior_hasta: field(
    Nullable(Timestamp()),
    'Hasta cuándo vale el secreto anterior; null si ya no vale.',
    'Until when the earlier secret is valid; null if it no longer is.',
    '2026-11-15T20:41:05.310Z',
  ),
});

export type SecretoRotado = Type.Static<typeof SecretoRotado>;

export const ListaWebhooks = Component('ListaWebhooks', {
  $: both('Los webhooks del restaurante.', 'The webhooks of the restaurant.'),
  datos: field(
    Type.Array(Webhook),
    'Los webhooks, del más antiguo al más reciente.',
    'The webhooks, from the oldest to the newest.',
  ),
});

export const WebhookEliminado = Component('WebhookEliminado', {
  $: both(
    'La confirmación de que un webhook se ha eliminado.',
    'Confirms that a webhook was deleted.',
  ),
  id: field(
    Id('webhook'),
    'El webhook que se eliminó.',
    'The webhook that was deleted.',
    EXAMPLE_ID.webhook,
  ),
  eliminado: field(Type.Literal(true), 'Siempre true.', 'Always true.', true),
});
