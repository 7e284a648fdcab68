import Type from 'typebox';
import { Instante } from '../instante.ts';
import { EstadoSchema, TipoSchema } from '../recursos/pedido.ts';
import { param } from './ruta.ts';

/** The parameters that filter orders. */
export const FILTROS = {
  estado: param(
    Type.Array(EstadoSchema, { minItems: 1 }),
    'Solo los pedidos en alguno de estos estados, separados por comas.',
    'Only orders in one of these states, separated by commas.',
    'confirmado,en_preparacion',
  ),
  tipo: param(TipoSchema, 'Solo los pedidos de este tipo.', 'Only orders of this type.', 'reparto'),
  desde: param(
    Instante,
    'Solo los pedidos creados en este momento o después (`desde` <= `creado_en`). Una fecha sola equivale a su medianoche UTC; una fecha con hora puede llevar cualquier desfase.',
    'Only orders created at this moment or later (`desde` <= `creado_en`). A date alone means its midnight UTC; a date with a time may have any offset.',
    '2026-11-01',
  ),
  hasta: param(
    Instante,
    'Solo los pedidos creados antes de este momento (`creado_en` < `hasta`), en el mismo formato que `desde`.',
    'Only orders created before this moment (`creado_en` < `hasta`), in the same format as `desde`.',
    '2026-12-01',
  ),
};
