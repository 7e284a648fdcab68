import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, exampleOf, field, timestamp } from '../fields.ts';
import { Id, Nullable, OpenEnum, OpenObject, Text } from '../scalars.ts';

export const ORIGENES = ['sistema', 'panel', 'tpv', 'apk_recepcion', 'api'] as const;
export const OrigenSchema = Type.Enum(ORIGENES);

/** Open: an imported history may have others. */
export const ACCIONES = [
  'creado',
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
  'entregado',
  'rechazado',
  'cancelado',
  'items_modificados',
  'anotado',
  'cliente_olvidado',
] as const;

export const EntradaHistorial = Component('EntradaHistorial', {
  $: both('Algo que se hizo con el pedido.', 'Something that was done with the order.'),
  momento: timestamp('Cuándo se hizo.', 'When it was done.', '2026-11-14T20:03:40.000Z'),
  accion: field(OpenEnum(ACCIONES), 'Qué se hizo.', 'What was done.', 'confirmado'),
  origen: field(OrigenSchema, 'Desde dónde se hizo.', 'Where it was done from.', 'apk_recepcion'),
  usuario: field(
    Nullable(Text()),
    'Nombre de la persona que lo hizo; null si no consta.',
    'Name of the person who did it; null if none is recorded.',
    'Begoña',
  ),
  detalle: field(
    OpenObject(),
    'Detalles de la acción; sus campos no están fijados. En `anotado`, `cambios` dice qué campos cambiaron: por su ruta, como `fiscal.factura_numero`, lo que había `antes` y lo que hay `despues`.',
    'Details of the action; its fields are not fixed. In `anotado`, `cambios` says which fields changed: by their path, such as `fiscal.factura_numero`, what was there before (`antes`) and is there now (`despues`).',
    { minutos: 35 },
  ),
});

const NADIE = { usuario: null, detalle: {} };

export const Historial = Component('Historial', {
  $: both('Todo lo que se hizo con un pedido.', 'Everything that was done with the order.'),
  pedido_id: field(Id('pedido'), 'El pedido.', 'The order.', EXAMPLE_ID.pedido),
  eventos: field(
    Type.Array(EntradaHistorial),
    'Las entradas, de la más antigua a la más reciente.',
    'The entries, from the oldest to the newest.',
    [
      { momento: '2026-11-14T20:02:11.250Z', accion: 'creado', origen: 'sistema', ...NADIE },
      exampleOf(EntradaHistorial),
      { momento: '2026-11-14T20:41:05.000Z', accion: 'entregado', origen: 'panel', ...NADIE },
    ],
  ),
});

export type Origen = (typeof ORIGENES)[number];
export type EntradaHistorial = Type.Static<typeof EntradaHistorial>;
