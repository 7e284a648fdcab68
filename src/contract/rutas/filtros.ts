import Type from 'typebox';
import { Instante } from '../instante.ts';
import { EstadoSchema, TipoSchema } from '../recursos/pedido.ts';
import { param } from './ruta.ts';

/** The parameters that filter orders. */
export const FILTROS = {
  estado: param(
    Type.Array(EstadoSchema, { minItems: 1 }),
    'Solo los pedidos en alguno de estos estados, separados por comas.',
    'confirmado,en_preparacion',
  ),
  tipo: param(TipoSchema, 'Solo los pedidos de este tipo.', 'reparto'),
  desde: param(
    Instante,
    'Solo los pedidos creados en este momento o después (`desde` <= `creado_en`). Una fecha sola equivale a su medianoche UTC; una fecha con hora puede llevar cualquier desfase.',
    '2026-11-01',
  ),
  hasta: param(
    Instante,
    'Solo los pedidos creados antes de este momento (`creado_en` < `hasta`), en el mismo formato que `desde`.',
    '2026-12-01',
  ),
};
