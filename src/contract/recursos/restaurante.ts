import Type from 'typebox';
import {
  Cents,
  CurrencyCode,
  Exact,
  Id,
  Latitude,
  Longitude,
  Nullable,
  Text,
  Tramo,
} from '../scalars.ts';

/** The name of a day, in any language and length that the platform uses. */
const DayName = Type.String({ pattern: '^\\p{L}{1,32}$' });

export const Restaurante = Exact({
  id: Id('restaurante'),
  slug: Text({ minLength: 1 }),
  nombre: Text({ minLength: 1 }),
  moneda: CurrencyCode(),
  zona_horaria: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Madrid'] }),
  acepta_pedidos: Type.Boolean(),
  pedido_minimo_cents: Cents(),
  horario: Type.Record(DayName, Type.Array(Tramo, { maxItems: 24 }), {
    additionalProperties: false,
  }),
  contacto: Exact({ email: Nullable(Text()), telefono: Nullable(Text()), web: Nullable(Text()) }),
  ubicacion: Exact({ direccion: Text(), ciudad: Text(), lat: Latitude(), lng: Longitude() }),
  branding: Exact({
    logo_url: Nullable(Text()),
    color_primario: Nullable(Text()),
    galeria: Type.Array(Text(), { maxItems: 200 }),
  }),
  reputacion: Exact({
    puntuacion: Type.Number({ minimum: 0 }),
    votos: Type.Integer({ minimum: 0 }),
  }),
});

export const RestauranteDraft = Exact({
  ...Restaurante.properties,
  id: Type.Optional(Restaurante.properties.id),
});

export type Restaurante = Type.Static<typeof Restaurante>;
export type RestauranteDraft = Type.Static<typeof RestauranteDraft>;
