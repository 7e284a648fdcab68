import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, field } from '../fields.ts';
import { Nullable, Timestamp } from '../scalars.ts';

const ESTADOS_SALUD = ['bien', 'fallando', 'en_pausa', 'desactivado'] as const;
/** Reasons, in the order of the states: failures, a delivery owed for an hour, a pause, and what turned it off. */
const MOTIVOS_SALUD = [
  'fallos',
  'atrasado',
  'pausa_pedida',
  'manual',
  'respuesta_410',
  'sin_exito',
] as const;

/** The state of a webhook, in words of an integrator's own monitoring. */
export const Salud = Component('Salud', {
  $: both(
    'Cómo está un webhook: si sus entregas llegan y, si no, desde cuándo y por qué.',
    'How a webhook is: whether its deliveries arrive and, if not, since when and why.',
  ),
  estado: field(
    Type.Enum(ESTADOS_SALUD),
    '`bien`; `fallando`: al menos cinco intentos fallidos seguidos durante 15 minutos, o una entrega pendiente desde hace más de una hora; `en_pausa`: el receptor ha pedido esperar con `Retry-After`; `desactivado`.',
    '`bien`; `fallando`: at least five failed attempts in a row over 15 minutes, or a delivery owed for more than an hour; `en_pausa`: the receiver asked to wait with `Retry-After`; `desactivado`.',
    'fallando',
  ),
  desde: field(
    Nullable(Timestamp()),
    'Desde cuándo está así; null si está bien o no se sabe.',
    'Since when it has been so; null if it is well or not known.',
    '2026-11-15T18:05:12.000Z',
  ),
  motivo: field(
    Nullable(Type.Enum(MOTIVOS_SALUD)),
    'Por qué: `fallos` o `atrasado` (entregas pendientes) si está fallando, `pausa_pedida`, o qué lo desactivó: `manual` (una persona), `respuesta_410`, `sin_exito` (cinco días sin una entrega).',
    'Why: `fallos` or `atrasado` (owed deliveries) while it fails, `pausa_pedida`, or what turned it off: `manual` (a person), `respuesta_410`, `sin_exito` (five days without a delivery).',
    'fallos',
  ),
  fallos_seguidos: field(
    Type.Integer({ minimum: 0 }),
    'Cuántos intentos seguidos han fallado.',
    'How many attempts in a row have failed.',
    7,
  ),
  mas_antigua_pendiente_en: field(
    Nullable(Timestamp()),
    'El momento del evento más antiguo que aún no se ha entregado; null si no hay ninguno.',
    'The moment of the oldest event that has not been delivered yet; null if there is none.',
    '2026-11-15T18:04:58.120Z',
  ),
});

export type Salud = Type.Static<typeof Salud>;
