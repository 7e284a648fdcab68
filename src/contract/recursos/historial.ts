import Type from 'typebox';
import { Exact, Id, Nullable, OpenEnum, OpenObject, Text, Timestamp } from '../scalars.ts';

export const ORIGENES = ['sistema', 'panel', 'tpv', 'apk_recepcion', 'api'] as const;
export const OrigenSchema = Type.Enum(ORIGENES);

/** Open: an imported history may have others. */
export const ACCIONES = [
  'creado',
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
  'entregado',
  'rechazado',
  'cancelado',
  'items_modificados',
  'anotado',
  'cliente_olvidado',
] as const;

export const EntradaHistorial = Exact({
  momento: Timestamp(),
  accion: OpenEnum(ACCIONES),
  origen: OrigenSchema,
  usuario: Nullable(Text()),
  detalle: OpenObject(),
});

export const Historial = Exact({ pedido_id: Id('pedido'), eventos: Type.Array(EntradaHistorial) });

export type Origen = (typeof ORIGENES)[number];
export type EntradaHistorial = Type.Static<typeof EntradaHistorial>;
