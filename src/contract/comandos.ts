import Type from 'typebox';
import { CartaDraft } from './recursos/carta.ts';
import { EntradaHistorial, OrigenSchema } from './recursos/historial.ts';
import { Totales } from './recursos/importes.ts';
import { ItemsDraft } from './recursos/item.ts';
import { Anotacion, EstadoSchema, PedidoDraft } from './recursos/pedido.ts';
import { RestauranteDraft } from './recursos/restaurante.ts';
import { ZONAS_MAX, ZonaDraft } from './recursos/zona.ts';
import { Exact, Id, Nullable, OpenObject, Text, Timestamp } from './scalars.ts';

/** An idempotency key must come back from any database as it went in. */
const Clave = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}\\p{Cs}]*$' });

const common = {
  restaurante_id: Id('restaurante'),
  origen: Type.Optional(OrigenSchema),
  usuario: Type.Optional(Nullable(Text())),
  detalle: Type.Optional(OpenObject()),
  momento: Type.Optional(Timestamp()),
  clave: Type.Optional(Clave),
};
const onOrder = { ...common, pedido_id: Id('pedido') };

/** Commands of the private door, by `op`. A line is checked against the schema of its own op. */
export const COMANDOS = {
  'restaurante.guardar': Exact({
    op: Type.Literal('restaurante.guardar'),
    restaurante: RestauranteDraft,
    activo: Type.Optional(Type.Boolean()),
    ingesta: Type.Optional(Type.Boolean()),
  }),
  'carta.guardar': Exact({
    op: Type.Literal('carta.guardar'),
    restaurante_id: Id('restaurante'),
    carta: CartaDraft,
  }),
  'zonas.guardar': Exact({
    op: Type.Literal('zonas.guardar'),
    restaurante_id: Id('restaurante'),
    zonas: Type.Array(ZonaDraft, { maxItems: ZONAS_MAX }),
  }),
  /** One of the last three fields names the customer. */
  'cliente.olvidar': Exact({
    op: Type.Literal('cliente.olvidar'),
    restaurante_id: Id('restaurante'),
    telefono: Type.Optional(Text()),
    email: Type.Optional(Text()),
    pedido_id: Type.Optional(Id('pedido')),
  }),
  'pedido.crear': Exact({ op: Type.Literal('pedido.crear'), ...common, pedido: PedidoDraft }),
  'pedido.avanzar': Exact({ op: Type.Literal('pedido.avanzar'), ...onOrder, estado: EstadoSchema }),
  'pedido.rechazar': Exact({ op: Type.Literal('pedido.rechazar'), ...onOrder }),
  'pedido.cancelar': Exact({ op: Type.Literal('pedido.cancelar'), ...onOrder }),
  'pedido.modificar_items': Exact({
    op: Type.Literal('pedido.modificar_items'),
    ...onOrder,
    items: ItemsDraft,
    totales: Totales,
  }),
  'pedido.anotar': Exact({ op: Type.Literal('pedido.anotar'), ...onOrder, cambios: Anotacion }),
  'pedido.importar': Exact({
    op: Type.Literal('pedido.importar'),
    ...common,
    pedido: PedidoDraft,
    historial: Type.Optional(Type.Array(EntradaHistorial, { maxItems: 1_000 })),
  }),
} as const;

export type Op = keyof typeof COMANDOS;
export type Comando<O extends Op = Op> = { [K in O]: Type.Static<(typeof COMANDOS)[K]> }[O];
type OpPedido = Extract<Op, `pedido.${string}`>;
export type ComandoPedido = Comando<OpPedido>;
export type ComandoCuenta = Comando<Extract<Op, `${string}.guardar`>>;

export const OPS = Object.keys(COMANDOS) as Op[];
