import Type from 'typebox';
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

/** One object for the stream, the change feed and the webhooks: the order as it was then. */
export const Evento = Exact({
  id: Id('evento'),
  tipo: Type.Enum(TIPOS_REGISTRADOS),
  creado_en: Timestamp(),
  restaurante_id: Id('restaurante'),
  secuencia: Type.Integer({ minimum: 1 }),
  datos: Exact({
    pedido: Pedido,
    cambios: Type.Array(Type.Enum(Object.keys(Pedido.properties) as CampoPedido[])),
  }),
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
