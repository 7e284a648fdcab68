import Type from 'typebox';
import { Exact, Id, Timestamp } from '../scalars.ts';
import { Pedido } from './pedido.ts';

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

/** What a reader of events may ask for: types, and wildcards that stand for all of them. */
export const FILTROS_EVENTO = [...TIPOS_EVENTO, 'pedido.*', '*'] as const;

/** One object for the stream, the change feed and the webhooks: the order as it was then. */
export const Evento = Exact({
  id: Id('evento'),
  tipo: Type.Enum(TIPOS_EVENTO),
  creado_en: Timestamp(),
  restaurante_id: Id('restaurante'),
  secuencia: Type.Integer({ minimum: 1 }),
  datos: Exact({
    pedido: Pedido,
    cambios: Type.Array(Type.Enum(Object.keys(Pedido.properties) as (keyof Pedido)[])),
  }),
});

export const REANUDACIONES = ['nueva', 'continuada', 'reiniciada'] as const;

/** Keep-alive of the stream; the first one on a connection says how it was resumed. */
export const Ping = Exact({
  tipo: Type.Literal('conexion.ping'),
  momento: Timestamp(),
  reanudacion: Type.Enum(REANUDACIONES),
  desde: Type.Union([Id('evento'), Type.Null()]),
  hasta: Type.Union([Id('evento'), Type.Null()]),
});

export type Evento = Type.Static<typeof Evento>;
export type Ping = Type.Static<typeof Ping>;
