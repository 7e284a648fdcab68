import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, cents, exampleOf, field, flag, id, text } from '../fields.ts';
import {
  ClockTime,
  CurrencyCode,
  Exact,
  Latitude,
  Longitude,
  Nullable,
  TEXT_CHARS_MAX,
  Text,
} from '../scalars.ts';

/** Opening hours, of the restaurant or of a category of its menu. */
export const Tramo = Component('Tramo', {
  $: both('Un tramo de horas locales.', 'A span of local time.'),
  desde: field(ClockTime(), 'Hora de inicio, `HH:MM`.', 'Start, `HH:MM`.', '13:00'),
  hasta: field(
    ClockTime(),
    'Hora de fin, `HH:MM`; `24:00` es medianoche.',
    'End, `HH:MM`; `24:00` is midnight.',
    '16:00',
  ),
});

const Contacto = Component('Contacto', {
  $: both('Cómo contactar con el restaurante.', 'How to reach the restaurant.'),
  email: field(Nullable(Text()), 'Correo electrónico.', 'E-mail.', 'hola@casapepa.example'),
  telefono: field(Nullable(Text()), 'Teléfono.', 'Phone.', '+34 910 000 001'),
  web: field(Nullable(Text()), 'Sitio web.', 'Website.', 'https://casapepa.example'),
});

const Ubicacion = Component('Ubicacion', {
  $: both('Dónde está el restaurante.', 'Where the restaurant is.'),
  direccion: text('Calle y número.', 'Street and number.', 'Calle de la Cruz, 7'),
  ciudad: text('Ciudad.', 'City.', 'Madrid'),
  lat: field(Latitude(), 'Latitud en grados.', 'Latitude in degrees.', 40.4158),
  lng: field(Longitude(), 'Longitud en grados.', 'Longitude in degrees.', -3.7014),
});

/** A page shows it: no other scheme may run there. */
const WebUrl = () =>
  Type.String({
    maxLength: TEXT_CHARS_MAX,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000\\p{Cs}]+$',
    examples: ['https://casapepa.example/logo.png'],
  });

const Colour = () =>
  Type.String({
    pattern:
      '^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,30}|(?:rgb|hsl)a?\\([0-9.,%/ ]{1,60}\\))$',
    examples: ['#c0392b'],
  });

const Branding = Component('Branding', {
  $: both('La imagen del restaurante.', 'The branding of the restaurant.'),
  logo_url: field(
    Nullable(WebUrl()),
    'URL del logotipo.',
    'URL of the logo.',
    'https://casapepa.example/logo.png',
  ),
  color_primario: field(
    Nullable(Colour()),
    'Color principal, como en CSS.',
    'Main colour, as in CSS.',
    '#c0392b',
  ),
  galeria: field(
    Type.Array(WebUrl(), { maxItems: 200 }),
    'URL de fotografías.',
    'URLs of photographs.',
    ['https://casapepa.example/salon.jpg'],
  ),
});

const Reputacion = Component('Reputacion', {
  $: both('Las valoraciones de los clientes.', 'Customers’ ratings.'),
  puntuacion: field(Type.Number({ minimum: 0 }), 'Puntuación media.', 'Average rating.', 4.6),
  votos: field(Type.Integer({ minimum: 0 }), 'Número de valoraciones.', 'Number of ratings.', 381),
});

/** The name of a day, in any language and length that the platform uses. */
const DayName = Type.String({ pattern: '^\\p{L}{1,32}$' });

const COMIDA = exampleOf(Tramo);
const CENA = { desde: '20:00', hasta: '24:00' };

export const Restaurante = Component('Restaurante', {
  $: both(
    'El perfil del restaurante, sin datos fiscales sensibles.',
    'The profile of the restaurant, without sensitive fiscal data.',
  ),
  id: id('restaurante'),
  slug: field(Text({ minLength: 1 }), 'Nombre en las URL.', 'Name in URLs.', 'casa-pepa'),
  nombre: field(Text({ minLength: 1 }), 'Nombre comercial.', 'Trade name.', 'Casa Pepa'),
  moneda: field(CurrencyCode(), 'Su moneda, ISO 4217.', 'Its currency, ISO 4217.', 'EUR'),
  zona_horaria: field(
    Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Madrid'] }),
    'Su zona horaria, de la base IANA.',
    'Its time zone, an IANA name.',
    'Europe/Madrid',
  ),
  acepta_pedidos: flag('Si ahora acepta pedidos.', 'Whether it takes orders now.', true),
  pedido_minimo_cents: cents('Importe mínimo de un pedido.', 'Minimum amount of an order.', 1_200),
  horario: field(
    Type.Record(DayName, Type.Array(Tramo, { maxItems: 24 }), { additionalProperties: false }),
    'Horas locales de apertura de cada día de la semana; lista vacía si cierra.',
    'Local opening hours of each day of the week; an empty list if it is closed.',
    {
      lunes: [],
      martes: [COMIDA],
      miercoles: [COMIDA],
      jueves: [COMIDA],
      viernes: [COMIDA, CENA],
      sabado: [COMIDA, CENA],
      domingo: [{ desde: '12:30', hasta: '17:00' }],
    },
  ),
  contacto: field(Contacto, 'Cómo contactar con el restaurante.', 'How to reach the restaurant.'),
  ubicacion: field(Ubicacion, 'Dónde está.', 'Where it is.'),
  branding: field(
    Branding,
    'Su imagen: logotipo, color y fotografías.',
    'Its branding: logo, colour and photographs.',
  ),
  reputacion: field(Reputacion, 'Las valoraciones de sus clientes.', 'Its customers’ ratings.'),
});

export const RestauranteDraft = Exact({
  ...Restaurante.properties,
  id: Type.Optional(Restaurante.properties.id),
});

export type Restaurante = Type.Static<typeof Restaurante>;
export type RestauranteDraft = Type.Static<typeof RestauranteDraft>;
