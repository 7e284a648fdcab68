import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, exampleOf, field, id, timestamp } from '../fields.ts';
import { Exact, ITEMS_MAX, Nullable, Some, Text, Timestamp } from '../scalars.ts';
import { Pago, Totales } from './importes.ts';
import { ITEM_SIN_OPCIONES, Item, ItemsDraft } from './item.ts';
import { Cliente, Direccion, Entrega, Fiscal, Mesa, RestauranteRef } from './partes.ts';

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

export const NUMERO = /^\d{8}-\d{1,12}$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Whether it is a day of the calendar, as `AAAAMMDD`. Without `Temporal`, which browsers that show the panel may lack. */
const isDay = (text: string): boolean => {
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
};
export const Numero = Type.Refine(
  Type.String({ pattern: NUMERO.source, examples: ['20261115-42'] }),
  (numero) => isDay(numero.slice(0, 8)),
  () => 'must begin with a date of the calendar',
);

/**
 * The order object, in the order of the contract's table: the wire bytes keep it. Its example is a delivery that
 * has been delivered, paid and invoiced, so that almost every field has something to show.
 */
export const Pedido = Component('Pedido', {
  $: both(
    'Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden.',
    'An order. `direccion`, `mesa`, `entrega` and `fiscal` are null when they do not apply.',
  ),
  id: id('pedido', 'Identificador opaco', 'Opaque identifier'),
  numero: field(
    Numero,
    'Número legible: el día local y la secuencia de ese día.',
    'Human-readable number: the local day and a sequence within that day.',
    '20261114-87',
  ),
  tipo: field(
    TipoSchema,
    'Reparto a domicilio, recogida en el local o mesa.',
    'Delivery (`reparto`), collection (`recogida`) or table (`mesa`).',
    'reparto',
  ),
  estado: field(
    EstadoSchema,
    'Estado actual. `entregado` y `cancelado` son finales.',
    'Current state. `entregado` and `cancelado` are final.',
    'entregado',
  ),
  fuente: field(
    Type.Enum(FUENTES),
    'Canal por el que entró el pedido.',
    'Channel through which the order came in.',
    'web_publica',
  ),
  creado_en: timestamp('Cuándo se creó.', 'When it was created.', '2026-11-14T20:02:11.250Z'),
  aceptado_en: field(
    Nullable(Timestamp()),
    'Cuándo se aceptó; null hasta entonces.',
    'When it was accepted; null until then.',
    '2026-11-14T20:03:40.000Z',
  ),
  entregado_en: field(
    Nullable(Timestamp()),
    'Cuándo se entregó; null hasta entonces.',
    'When it was delivered; null until then.',
    '2026-11-14T20:41:05.000Z',
  ),
  programado_para: field(
    Nullable(Timestamp()),
    'Para cuándo lo quiere el cliente; null si es para cuanto antes.',
    'When the customer wants it; null for as soon as possible.',
    null,
  ),
  restaurante: field(RestauranteRef, 'El restaurante del pedido.', 'The restaurant of the order.'),
  cliente: field(Cliente, 'El cliente que hizo el pedido.', 'The customer who ordered.'),
  direccion: field(
    Nullable(Direccion),
    'Dirección de entrega; null si el pedido no es de reparto.',
    'Delivery address; null unless the order is a delivery.',
  ),
  mesa: field(
    Nullable(Mesa),
    'La mesa; null si el pedido no es de mesa.',
    'The table; null unless the order is for a table.',
    null,
  ),
  items: field(
    Type.Array(Item, { maxItems: ITEMS_MAX }),
    'Las líneas del pedido.',
    'The lines of the order.',
    [exampleOf(Item), ITEM_SIN_OPCIONES],
  ),
  totales: field(Totales, 'Los importes del pedido.', 'The amounts of the order.'),
  pago: field(Pago, 'Cómo se paga.', 'How it is paid.'),
  entrega: field(
    Nullable(Entrega),
    'El reparto; null si no lo hay.',
    'The delivery; null if there is none.',
  ),
  fiscal: field(
    Nullable(Fiscal),
    'La factura; null mientras no la haya.',
    'The invoice; null as long as there is none.',
  ),
  instrucciones: field(
    Nullable(Text()),
    'Las indicaciones del cliente.',
    'Instructions from the customer.',
    'Sin cebolla, por favor. El timbre no va: llamen al teléfono.',
  ),
});

const { properties } = Pedido;
/** The platform must give these: nothing in them can be invented. */
const { tipo, fuente, cliente, totales, pago, ...others } = properties;
/** These are minted; all that remain, null by default. */
const { id: own, numero, estado, creado_en, restaurante, items: _, ...nullable } = others;

/** An order as it comes in: fields that can be minted or are null by default may be missing. */
export const PedidoDraft = Exact({
  ...{ tipo, fuente, cliente, totales, pago },
  ...Type.Partial(Type.Object({ id: own, numero, estado, creado_en, restaurante })).properties,
  items: ItemsDraft,
  ...Type.Partial(Type.Object(nullable)).properties,
});

/** The fields that `pedido.anotar` may change. Objects are merged field by field; null clears a field. */
export const Anotacion = Exact(
  {
    pago: Type.Optional(Some(Pago)),
    entrega: Type.Optional(Nullable(Some(Entrega))),
    fiscal: Type.Optional(Nullable(Some(Fiscal))),
    instrucciones: Type.Optional(properties.instrucciones),
    programado_para: Type.Optional(properties.programado_para),
  },
  { minProperties: 1 },
);

export type Pedido = Type.Static<typeof Pedido>;
export type PedidoDraft = Type.Static<typeof PedidoDraft>;
export type Anotacion = Type.Static<typeof Anotacion>;
export type CampoPedido = keyof Pedido;
