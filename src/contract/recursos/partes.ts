import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, cents, field, flag, id, text, timestamp } from '../fields.ts';
import { Count, Latitude, Longitude, Nullable, Text } from '../scalars.ts';

export const RestauranteRef = Component('RestauranteRef', {
  $: both('El restaurante: su id y sus nombres.', 'The restaurant: its id and its names.'),
  id: id('restaurante'),
  slug: text('Nombre en las URL.', 'Name in URLs.', 'casa-pepa'),
  nombre: text('Nombre comercial.', 'Trade name.', 'Casa Pepa'),
});

export const Cliente = Component('Cliente', {
  $: both(
    'Los datos del cliente tal como los dio en este pedido.',
    'The customer’s data as given in this order.',
  ),
  nombre: text('Nombre.', 'Name.', 'Íñigo Núñez'),
  telefono: text(
    'Teléfono; vacío si no lo dio.',
    'Phone; empty if it was not given.',
    '+34 600 123 456',
  ),
  email: text(
    'Correo electrónico; vacío si no lo dio.',
    'E-mail; empty if it was not given.',
    'inigo@example.com',
  ),
  consintio_marketing: flag(
    'Si aceptó recibir publicidad.',
    'Whether they agreed to receive advertising.',
    false,
  ),
});

export const Direccion = Component('Direccion', {
  $: both('Dirección de reparto.', 'Delivery address.'),
  linea: text('Calle, número, piso.', 'Street, number, floor.', 'Calle Peñíscola, 3, 2.º B'),
  codigo_postal: field(
    Nullable(Text()),
    'Código postal, si se conoce.',
    'Post code, if known.',
    '28012',
  ),
  pais: field(
    Type.String({ pattern: '^[A-Z]{2}$', examples: ['ES'] }),
    'País: dos letras, ISO 3166-1.',
    'Country: two letters, ISO 3166-1.',
    'ES',
  ),
  lat: field(Latitude(), 'Latitud en grados.', 'Latitude in degrees.', 40.4142),
  lng: field(Longitude(), 'Longitud en grados.', 'Longitude in degrees.', -3.7021),
});

export const Mesa = Component('Mesa', {
  $: both('La mesa de un pedido de mesa.', 'The table of an order at a table.'),
  numero: text('Número o nombre de la mesa.', 'Number or name of the table.', '12'),
  comensales: field(
    Nullable(Count()),
    'Cuántas personas, si se sabe.',
    'How many people, if known.',
    4,
  ),
});

export const Entrega = Component('Entrega', {
  $: both('El reparto del pedido.', 'The delivery of the order.'),
  repartidor_nombre: field(
    Nullable(Text()),
    'Nombre del repartidor; null mientras no haya uno asignado.',
    'Name of the courier; null until one is assigned.',
    'Lucía',
  ),
  zona_id: id('zona', 'La zona de reparto', 'The delivery zone'),
  zona_nombre: text(
    'Nombre de la zona cuando se hizo el pedido.',
    'Name of the zone when the order was placed.',
    'Centro',
  ),
  tarifa_cents: cents('Tarifa de la zona.', 'Fee of the zone.', 199),
});

export const Fiscal = Component('Fiscal', {
  $: both('La factura del pedido.', 'The invoice of the order.'),
  factura_numero: text('Número de factura.', 'Invoice number.', 'F-2026-1042'),
  factura_fecha: timestamp('Fecha de emisión.', 'Date of issue.', '2026-11-14T20:41:06.000Z'),
  factura_pdf: field(
    Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_048 }),
    'URL del PDF.',
    'URL of the PDF.',
    'https://casapepa.example/facturas/F-2026-1042.pdf',
  ),
});
