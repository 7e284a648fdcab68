import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, cents, count, exampleOf, field, id, text } from '../fields.ts';
import { Exact, ITEMS_MAX, OpenEnum } from '../scalars.ts';

const ESTADOS_COCINA = ['pendiente', 'en_preparacion', 'listo', 'servido'] as const;

const ItemOpcion = Component('ItemOpcion', {
  $: both('Una opción elegida en una línea.', 'An option chosen in a line.'),
  id: id('itemOpcion'),
  grupo: text('Nombre del grupo de opciones.', 'Name of the group of options.', 'Extras'),
  nombre: text('Nombre de la opción.', 'Name of the option.', 'Mozzarella extra'),
  cantidad: count('Unidades.', 'Units.', 1),
  precio_cents: cents('Precio de la opción.', 'Price of the option.', 150),
});

export const Item = Component('Item', {
  $: both('Una línea del pedido.', 'A line of the order.'),
  id: id('item'),
  producto_id: id('producto', 'El producto de la carta', 'The product of the menu'),
  nombre: text(
    'Nombre del producto cuando se pidió.',
    'Name of the product when it was ordered.',
    'Pizza Margarita',
  ),
  tamaño: text(
    'Nombre del tamaño; vacío si el producto no tiene.',
    'Name of the size; empty if the product has none.',
    'Familiar',
  ),
  cantidad: count('Unidades.', 'Units.', 2),
  precio_unitario_cents: cents('Precio de una unidad.', 'Price of one unit.', 1_450),
  opciones_total_cents: cents('Importe de las opciones.', 'Amount of the options.', 150),
  total_cents: cents('Importe de la línea.', 'Amount of the line.', 3_200),
  estado_cocina: field(
    OpenEnum(ESTADOS_COCINA),
    'Estado en la cocina.',
    'State in the kitchen.',
    'servido',
  ),
  opciones: field(
    Type.Array(ItemOpcion, { maxItems: ITEMS_MAX }),
    'Opciones elegidas.',
    'Options chosen.',
  ),
});

/** A second line for examples: without options. */
export const ITEM_SIN_OPCIONES: Item = {
  ...exampleOf(Item),
  id: 'itm_01m7dtednj3f0nerwh91z8763n',
  producto_id: 'prod_01kjsesxm0mf8mk85k58f79tvm',
  nombre: 'Agua con gas',
  tamaño: '50 cl',
  cantidad: 1,
  precio_unitario_cents: 180,
  opciones_total_cents: 0,
  total_cents: 180,
  opciones: [],
};

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

export type Item = Type.Static<typeof Item>;
export type ItemDraft = Type.Static<typeof ItemDraft>;
