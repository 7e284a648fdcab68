import Type from 'typebox';
import {
  Cents,
  Count,
  CurrencyCode,
  Exact,
  Id,
  ITEMS_MAX,
  Latitude,
  Longitude,
  Nullable,
  OpenEnum,
  Some,
  Text,
  Timestamp,
} from '../scalars.ts';

export const ESTADOS = [
  'pendiente',
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
  'entregado',
  'cancelado',
] as const;
export const TIPOS = ['reparto', 'recogida', 'mesa'] as const;
export const FUENTES = ['web_publica', 'tpv', 'manual', 'admin'] as const;

export type Estado = (typeof ESTADOS)[number];
export type Tipo = (typeof TIPOS)[number];

export const EstadoSchema = Type.Enum(ESTADOS);
export const TipoSchema = Type.Enum(TIPOS);

const ESTADOS_COCINA = ['pendiente', 'en_preparacion', 'listo', 'servido'] as const;
const METODOS_PAGO = ['efectivo', 'tarjeta', 'online'] as const;
const ESTADOS_PAGO = ['pendiente', 'pagado', 'fallido', 'reembolsado'] as const;

export const ItemOpcion = Exact({
  id: Id('itemOpcion'),
  grupo: Text(),
  nombre: Text(),
  cantidad: Count(),
  precio_cents: Cents(),
});

export const Item = Exact({
  id: Id('item'),
  producto_id: Id('producto'),
  nombre: Text(),
  tamaño: Text(),
  cantidad: Count(),
  precio_unitario_cents: Cents(),
  opciones_total_cents: Cents(),
  total_cents: Cents(),
  estado_cocina: OpenEnum(ESTADOS_COCINA),
  opciones: Type.Array(ItemOpcion, { maxItems: ITEMS_MAX }),
});

export const RestauranteRef = Exact({ id: Id('restaurante'), slug: Text(), nombre: Text() });

export const Cliente = Exact({
  nombre: Text(),
  telefono: Text(),
  email: Text(),
  consintio_marketing: Type.Boolean(),
});

export const Direccion = Exact({
  linea: Text(),
  codigo_postal: Nullable(Text()),
  pais: Type.String({ pattern: '^[A-Z]{2}$', examples: ['ES'] }),
  lat: Latitude(),
  lng: Longitude(),
});

export const Mesa = Exact({ numero: Text(), comensales: Nullable(Count()) });

export const Totales = Exact({
  moneda: CurrencyCode(),
  subtotal_cents: Cents(),
  descuento_cents: Cents(),
  propina_cents: Cents(),
  tarifa_reparto_cents: Cents(),
  impuestos_cents: Cents(),
  total_cents: Cents(),
  iva_desglose: Type.Array(
    Exact({
      tipo_porcentaje: Type.Number({ minimum: 0, maximum: 100 }),
      base_cents: Cents(),
      iva_cents: Cents(),
    }),
    { maxItems: 20 },
  ),
});

export const Pago = Exact({
  metodo: OpenEnum(METODOS_PAGO),
  estado: OpenEnum(ESTADOS_PAGO),
  proveedor: Text(),
  referencia_externa: Text(),
  pagos: Type.Array(
    Exact({
      metodo: OpenEnum(METODOS_PAGO),
      importe_cents: Cents(),
      estado: OpenEnum(ESTADOS_PAGO),
      referencia_externa: Nullable(Text()),
      momento: Timestamp(),
    }),
    { maxItems: 100 },
  ),
});

export const Entrega = Exact({
  repartidor_nombre: Nullable(Text()),
  zona_id: Id('zona'),
  zona_nombre: Text(),
  tarifa_cents: Cents(),
});

export const Fiscal = Exact({
  factura_numero: Text(),
  factura_fecha: Timestamp(),
  factura_pdf: Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_048 }),
});

export const Numero = Type.String({ pattern: '^\\d{8}-\\d{1,12}$', examples: ['20261115-42'] });

/** Fields that the platform must give: nothing here can be invented. */
const givenFields = {
  tipo: TipoSchema,
  fuente: Type.Enum(FUENTES),
  cliente: Cliente,
  totales: Totales,
  pago: Pago,
};

const nullableFields = {
  aceptado_en: Nullable(Timestamp()),
  entregado_en: Nullable(Timestamp()),
  programado_para: Nullable(Timestamp()),
  direccion: Nullable(Direccion),
  mesa: Nullable(Mesa),
  entrega: Nullable(Entrega),
  fiscal: Nullable(Fiscal),
  instrucciones: Nullable(Text()),
};

/** The order object, in the order of the contract's table: the wire bytes keep it. */
export const Pedido = Exact({
  id: Id('pedido'),
  numero: Numero,
  tipo: givenFields.tipo,
  estado: EstadoSchema,
  fuente: givenFields.fuente,
  creado_en: Timestamp(),
  aceptado_en: nullableFields.aceptado_en,
  entregado_en: nullableFields.entregado_en,
  programado_para: nullableFields.programado_para,
  restaurante: RestauranteRef,
  cliente: givenFields.cliente,
  direccion: nullableFields.direccion,
  mesa: nullableFields.mesa,
  items: Type.Array(Item, { maxItems: ITEMS_MAX }),
  totales: givenFields.totales,
  pago: givenFields.pago,
  entrega: nullableFields.entrega,
  fiscal: nullableFields.fiscal,
  instrucciones: nullableFields.instrucciones,
});

const OpcionDraft = Exact({
  ...ItemOpcion.properties,
  id: Type.Optional(ItemOpcion.properties.id),
});
const ItemDraft = Exact({
  ...Item.properties,
  id: Type.Optional(Item.properties.id),
  opciones: Type.Array(OpcionDraft, { maxItems: ITEMS_MAX }),
});
export const ItemsDraft = Type.Array(ItemDraft, { maxItems: ITEMS_MAX });

/** An order as it comes in: fields that can be minted or are null by default may be missing. */
export const PedidoDraft = Exact({
  ...givenFields,
  id: Type.Optional(Id('pedido')),
  numero: Type.Optional(Numero),
  estado: Type.Optional(EstadoSchema),
  creado_en: Type.Optional(Timestamp()),
  restaurante: Type.Optional(RestauranteRef),
  items: ItemsDraft,
  ...Type.Partial(Type.Object(nullableFields)).properties,
});

/** The fields that `pedido.anotar` may change. Objects are merged field by field; null clears a field. */
export const Anotacion = Exact(
  {
    pago: Type.Optional(Some(Pago)),
    entrega: Type.Optional(Nullable(Some(Entrega))),
    fiscal: Type.Optional(Nullable(Some(Fiscal))),
    instrucciones: Type.Optional(nullableFields.instrucciones),
    programado_para: Type.Optional(nullableFields.programado_para),
  },
  { minProperties: 1 },
);

export type Pedido = Type.Static<typeof Pedido>;
export type PedidoDraft = Type.Static<typeof PedidoDraft>;
export type Item = Type.Static<typeof Item>;
export type ItemDraft = Type.Static<typeof ItemDraft>;
export type Anotacion = Type.Static<typeof Anotacion>;
export type Totales = Type.Static<typeof Totales>;
export type CampoPedido = keyof Pedido;
