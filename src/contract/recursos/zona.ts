import Type from 'typebox';
import { Cents, Count, Exact, Id, Latitude, Longitude, Text } from '../scalars.ts';

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

export const Zona = Exact({
  id: Id('zona'),
  nombre: Text(),
  slug: Text(),
  color: Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }),
  tarifa_cents: Cents(),
  pedido_minimo_cents: Cents(),
  minutos_estimados: Count(),
  activa: Type.Boolean(),
  poligono: Exact({
    tipo: Type.Literal('Polygon'),
    coordenadas: Type.Array(Ring, { minItems: 1, maxItems: 50 }),
  }),
});

export const ZonaDraft = Exact({ ...Zona.properties, id: Type.Optional(Zona.properties.id) });

export const ZONAS_MAX = 500;

export type Zona = Type.Static<typeof Zona>;
export type ZonaDraft = Type.Static<typeof ZonaDraft>;
