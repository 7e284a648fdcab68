import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, field, flag, id, timestamp, whole } from '../fields.ts';
import { Id } from '../scalars.ts';

/** Exactly one of the two: that delivery, or all since then. */
export const ReenvioNuevo = Component(
  'ReenvioNuevo',
  {
    $: both(
      'Lo que quieres volver a enviar: exactamente uno de los dos campos.',
      'What to send again: exactly one of the two fields.',
    ),
    entrega: field(
      Type.Optional(Id('evento')),
      'El `id` de una entrega.',
      'The `id` of a delivery.',
      EXAMPLE_ID.evento,
    ),
    desde: field(
      Type.Optional(Type.String()),
      'Todos los eventos desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona.',
      'All events since this moment: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date and time with an offset.',
      '2026-11-14T18:00:00Z',
    ),
  },
  { minProperties: 1 },
);

export type ReenvioNuevo = Type.Static<typeof ReenvioNuevo>;

export const Reenvio = Component('Reenvio', {
  $: both('Un reenvío y su progreso.', 'A re-send and its progress.'),
  id: id('reenvio'),
  creado_en: timestamp('Cuándo se pidió.', 'When it was requested.', '2026-11-14T21:00:00.000Z'),
  completo: flag('Si ya ha terminado.', 'Whether it has finished.', false),
  eventos: whole(
    'Cuántos eventos abarca, incluidos los de tipos a los que el webhook no está suscrito.',
    'How many events it covers, including types that the webhook does not subscribe to.',
    412,
  ),
  revisados: whole(
    'Cuántos de ellos ya están encolados, o descartados porque no eran para este webhook.',
    'How many of them are already queued, or skipped because they are not for this webhook.',
    256,
  ),
  encoladas: whole('Entregas encoladas.', 'Deliveries queued.', 250),
  entregadas: whole('Entregas que han llegado.', 'Deliveries that arrived.', 238),
  fallidas: whole(
    'Entregas que han agotado sus intentos.',
    'Deliveries that have no attempts left.',
    0,
  ),
});

export type Reenvio = Type.Static<typeof Reenvio>;

export const ListaReenvios = Component('ListaReenvios', {
  $: both('Los reenvíos de un webhook.', 'The re-sends of a webhook.'),
  datos: field(
    Type.Array(Reenvio),
    'Los reenvíos, del más reciente al más antiguo.',
    'The re-sends, from the newest to the oldest.',
  ),
});
