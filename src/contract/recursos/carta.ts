import Type from 'typebox';
import { both } from '../bilingual.ts';
import {
  Component,
  cents,
  count,
  exampleOf,
  type Field,
  field,
  flag,
  id,
  text,
  timestamp,
} from '../fields.ts';
import { CurrencyCode, Exact, Id, Nullable, Text } from '../scalars.ts';
import { Tramo } from './restaurante.ts';

export const DIAS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;

const LEVEL_MAX = 2_000;
const list = <T extends Type.TSchema>(schema: T) => Type.Array(schema, { maxItems: LEVEL_MAX });

type Kind = 'categoria' | 'producto' | 'tamano' | 'grupo' | 'opcion';

/** `own` decides whether ids are required (the wire) or may be left to us (the command). */
const menuTree = <A extends Type.TSchema>(own: (kind: Kind) => Field<A>) => {
  const Opcion = Component('Opcion', {
    $: both('Una opción de un grupo.', 'An option of a group.'),
    id: own('opcion'),
    nombre: text('Nombre.', 'Name.', 'Mozzarella extra'),
    precio_cents: cents(
      'Importe que añade al precio del producto.',
      'Amount that it adds to the price of the product.',
      150,
    ),
  });
  const GrupoOpcion = Component('GrupoOpcion', {
    $: both('Un grupo de opciones de un producto.', 'An option group of a product.'),
    id: own('grupo'),
    nombre: text('Nombre.', 'Name.', 'Extras'),
    requerido: flag(
      'Si hay que elegir alguna opción.',
      'Whether an option has to be chosen.',
      false,
    ),
    min_seleccion: count('Número mínimo de opciones.', 'Minimum number of options.', 0),
    max_seleccion: count('Número máximo de opciones.', 'Maximum number of options.', 3),
    opciones: field(list(Opcion), 'Las opciones.', 'The options.'),
  });
  const Tamano = Component('Tamano', {
    $: both('Un tamaño de un producto.', 'A size of a product.'),
    id: own('tamano'),
    nombre: text('Nombre.', 'Name.', 'Mediana'),
    precio_cents: cents(
      'Precio del producto en este tamaño.',
      'Price of the product in this size.',
      950,
    ),
    predeterminado: flag('Si es el tamaño por defecto.', 'Whether it is the default size.', true),
  });
  const Producto = Component('Producto', {
    $: both('Un producto de la carta.', 'A product of the menu.'),
    id: own('producto'),
    nombre: text('Nombre.', 'Name.', 'Pizza Margarita'),
    precio_cents: cents('Precio base.', 'Base price.', 950),
    disponible: flag(
      'Si está disponible; false si está agotado.',
      'Whether it is available; false when it is sold out.',
      true,
    ),
    destacado: flag('Si el restaurante lo destaca.', 'Whether the restaurant features it.', true),
    alergenos: field(list(Text()), 'Alérgenos. Lista abierta.', 'Allergens. Open list.', [
      'gluten',
      'lácteos',
    ]),
    tamaños: field(
      list(Tamano),
      'Tamaños; vacía si solo hay uno.',
      'Sizes; empty if there is only one.',
      [exampleOf(Tamano), anotherSize(exampleOf(Tamano))],
    ),
    grupos_opcion: field(list(GrupoOpcion), 'Grupos de opciones.', 'Option groups.'),
  });
  return Component('Categoria', {
    $: both('Una categoría de la carta.', 'A category of the menu.'),
    id: own('categoria'),
    nombre: text('Nombre.', 'Name.', 'Pizzas'),
    activa: flag('Si se muestra.', 'Whether it is shown.', true),
    visible_dias: field(
      Type.Array(Type.Enum(DIAS), { maxItems: DIAS.length }),
      'Días en que se muestra.',
      'Days on which it is shown.',
      [...DIAS],
    ),
    visible_horario: field(
      Nullable(list(Tramo)),
      'Horas locales en que se muestra; null si todo el día.',
      'Local hours during which it is shown; null if it is shown all day.',
      null,
    ),
    productos: field(
      list(Producto),
      'Los productos, en el orden de la carta.',
      'The products, in the order of the menu.',
    ),
  });
};

const anotherSize = <T extends object>(size: T): T => ({
  ...size,
  id: 'tam_01kjsesxm0ed6jmqbwzxbw6qvj',
  nombre: 'Familiar',
  precio_cents: 1_450,
  predeterminado: false,
});

const Categoria = menuTree(id);
const CategoriaDraft = menuTree((kind) => ({ ...id(kind), schema: Type.Optional(Id(kind)) }));

const MENU_DEL_DIA: Categoria = {
  ...exampleOf(Categoria),
  id: 'cat_01kjsesxm0pq4rtekj101jc86w',
  nombre: 'Menú del día',
  visible_dias: ['lun', 'mar', 'mie', 'jue', 'vie'],
  visible_horario: [{ desde: '13:00', hasta: '16:00' }],
  productos: [],
};

export const Carta = Component('Carta', {
  $: both('La carta del restaurante.', 'The menu of the restaurant.'),
  restaurante_id: id('restaurante', 'El restaurante', 'The restaurant'),
  restaurante_slug: text('Su nombre en las URL.', 'Its name in URLs.', 'casa-pepa'),
  moneda: field(
    CurrencyCode(),
    'Moneda de todos los precios, ISO 4217.',
    'Currency of all prices, ISO 4217.',
    'EUR',
  ),
  idioma_origen: field(
    Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', examples: ['es'] }),
    'Idioma en que está escrita la carta.',
    'Language that the menu is written in.',
    'es',
  ),
  generado_en: timestamp(
    'Cuándo se generó esta versión de la carta.',
    'When this version of the menu was made.',
    '2026-11-14T09:15:00.000Z',
  ),
  categorias: field(
    list(Categoria),
    'Las categorías, en el orden de la carta.',
    'The categories, in the order of the menu.',
    [exampleOf(Categoria), MENU_DEL_DIA],
  ),
});

const { moneda, idioma_origen } = Carta.properties;
export const CartaDraft = Exact({ moneda, idioma_origen, categorias: list(CategoriaDraft) });

export type Carta = Type.Static<typeof Carta>;
export type CartaDraft = Type.Static<typeof CartaDraft>;
export type Categoria = Type.Static<typeof Categoria>;
