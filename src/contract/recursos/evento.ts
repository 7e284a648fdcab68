import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, field, id, timestamp, whole } from '../fields.ts';
import { Exact, Id, Nullable, Timestamp } from '../scalars.ts';
import { type CampoPedido, Pedido } from './pedido.ts';

export const TIPOS_EVENTO = [
  'pedido.nuevo',
  'pedido.aceptado',
  'pedido.rechazado',
  'pedido.estado_cambiado',
  'pedido.item_modificado',
  'pedido.entregado',
  'pedido.cancelado',
] as const;

export type TipoEvento = (typeof TIPOS_EVENTO)[number];

/**
 * An order of the past was loaded. The event is for clients that keep a copy: only the feed and the stream give it,
 * and only if the request names it. Wildcards and webhooks leave it out.
 */
export const IMPORTADO = 'pedido.importado';

/** All event types that the log holds. */
export const TIPOS_REGISTRADOS = [...TIPOS_EVENTO, IMPORTADO] as const;
export type TipoRegistrado = (typeof TIPOS_REGISTRADOS)[number];

const COMODINES = ['pedido.*', '*'] as const;

/** A webhook may subscribe to every event type and to the two wildcards. */
export const SUSCRIPCIONES = [...TIPOS_EVENTO, ...COMODINES] as const;
/** The event types and wildcards that a reader of the log may ask for. */
export const FILTROS_EVENTO = [...TIPOS_REGISTRADOS, ...COMODINES] as const;

const DatosEvento = Component('DatosEvento', {
  $: both('El pedido y lo que cambió en él.', 'The order, and what changed in it.'),
  pedido: field(Pedido, 'El pedido tal como quedó.', 'The order as it was then.'),
  cambios: field(
    Type.Array(Type.Enum(Object.keys(Pedido.properties) as CampoPedido[])),
    'Los campos del pedido que cambiaron.',
    'The fields of the order that changed.',
    ['estado', 'entregado_en'],
  ),
});

/** One object for the stream, the change feed and the webhooks: the order as it was then. */
export const Evento = Component('Evento', {
  $: both(
    'Algo que ocurrió con un pedido, con el pedido tal como quedó.',
    'Something that happened to an order, with the order as it was then.',
  ),
  id: field(
    Id('evento'),
    'Identificador, con prefijo `evt_`; el mismo en cada reintento.',
    'Identifier, with prefix `evt_`; the same on every attempt.',
    EXAMPLE_ID.evento,
  ),
  tipo: field(Type.Enum(TIPOS_REGISTRADOS), 'Qué ocurrió.', 'What happened.', 'pedido.entregado'),
  creado_en: timestamp('Cuándo se registró.', 'When it was recorded.', '2026-11-14T20:41:05.120Z'),
  restaurante_id: id('restaurante', 'El restaurante', 'The restaurant'),
  secuencia: field(
    Type.Integer({ minimum: 1 }),
    'Posición en el registro del restaurante, sin huecos.',
    'Position in the log of the restaurant, without gaps.',
    92_691,
  ),
  datos: field(
    DatosEvento,
    'El pedido y lo que cambió en él.',
    'The order, and what changed in it.',
  ),
});

export const REANUDACIONES = ['nueva', 'continuada', 'reiniciada'] as const;

/** Keep-alive of the stream; the first one on a connection says how it was resumed. */
export const Ping = Exact({
  tipo: Type.Literal('conexion.ping'),
  momento: Timestamp(),
  reanudacion: Type.Enum(REANUDACIONES),
  desde: Nullable(Id('evento')),
  hasta: Nullable(Id('evento')),
});

export type Evento = Type.Static<typeof Evento>;
export type Ping = Type.Static<typeof Ping>;

/** Every row of an export says it beside the fields of its order. */
export const Cambio = Component('Cambio', {
  $: both('El último cambio de un pedido.', 'The last change of an order.'),
  cambiado_en: timestamp(
    'Cuándo cambió el pedido por última vez: el `creado_en` de su último evento.',
    'When the order last changed: the `creado_en` of its last event.',
    '2026-11-14T20:41:05.120Z',
  ),
  secuencia: whole(
    'La `secuencia` de ese evento: el estado más nuevo de un pedido es el que la tiene mayor.',
    'The `secuencia` of that event: the newest state of an order is the one with the highest.',
    4_812,
  ),
});
