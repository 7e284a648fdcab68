import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, count, field, flag, id, text } from '../fields.ts';
import { Cents, Exact, Latitude, Longitude } from '../scalars.ts';

/** `[lng, lat]`, as in GeoJSON. Written out because `Type.Tuple` speaks an older JSON Schema. */
const Position = Type.Unsafe<[lng: number, lat: number]>({
  type: 'array',
  prefixItems: [Longitude(), Latitude()],
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
});

/** A ring has at least four positions: the last repeats the first. */
const Ring = Type.Refine(
  Type.Array(Position, { minItems: 4, maxItems: 5_000 }),
  (ring) => String(ring.at(0)) === String(ring.at(-1)),
  () => 'must end where it starts',
);

const Poligono = Component('Poligono', {
  $: both('Un polígono como en GeoJSON.', 'A polygon as in GeoJSON.'),
  tipo: field(Type.Literal('Polygon'), 'Siempre `Polygon`.', 'Always `Polygon`.', 'Polygon'),
  coordenadas: field(
    Type.Array(Ring, { minItems: 1, maxItems: 50 }),
    'Anillos cerrados de posiciones `[lng, lat]`: el contorno y, tras él, sus huecos.',
    'Closed rings of positions `[lng, lat]`: the outline and, after it, its holes.',
    [
      [
        [-3.7121, 40.4102],
        [-3.6934, 40.4102],
        [-3.6934, 40.4267],
        [-3.7121, 40.4267],
        [-3.7121, 40.4102],
      ],
    ],
  ),
});

export const Zona = Component('Zona', {
  $: both('Una zona de reparto.', 'A delivery zone.'),
  id: id('zona'),
  nombre: text('Nombre.', 'Name.', 'Centro'),
  slug: text('Nombre en las URL.', 'Name in URLs.', 'centro'),
  color: field(
    Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }),
    'Color en mapas, hexadecimal.',
    'Colour on maps, hexadecimal.',
    '#27ae60',
  ),
  tarifa_cents: field(
    Cents(),
    'Tarifa de reparto, en céntimos de la moneda del restaurante.',
    'Delivery fee, in cents of the restaurant’s currency.',
    199,
  ),
  pedido_minimo_cents: field(
    Cents(),
    'Importe mínimo de un pedido, en céntimos de la moneda del restaurante.',
    'Minimum amount of an order, in cents of the restaurant’s currency.',
    1_200,
  ),
  minutos_estimados: count(
    'Minutos estimados hasta la entrega.',
    'Estimated minutes until delivery.',
    30,
  ),
  activa: flag(
    'Si el restaurante reparte en ella.',
    'Whether the restaurant delivers to it.',
    true,
  ),
  poligono: field(Poligono, 'Su contorno.', 'Its outline.'),
});

export const ListaZonas = Component('ListaZonas', {
  $: both('Las zonas de reparto.', 'The delivery zones.'),
  datos: field(Type.Array(Zona), 'Todas las zonas, activas o no.', 'All zones, active or not.'),
});

export const ZonaDraft = Exact({ ...Zona.properties, id: Type.Optional(Zona.properties.id) });

export const ZONAS_MAX = 500;

export type Zona = Type.Static<typeof Zona>;
export type ZonaDraft = Type.Static<typeof ZonaDraft>;
