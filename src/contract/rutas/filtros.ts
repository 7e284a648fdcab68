import Type from 'typebox';
import { Instante } from '../instante.ts';
import { METODOS_PAGO } from '../recursos/importes.ts';
import { EstadoSchema, Numero, TipoSchema } from '../recursos/pedido.ts';
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
  metodo_pago: param(
    Type.String({ minLength: 1, maxLength: 64 }),
    `Solo los pedidos con este \`pago.metodo\`, escrito igual. Es una lista abierta: ${METODOS_PAGO.join(', ')}, o el que use tu plataforma.`,
    `Only orders with this \`pago.metodo\`, spelled the same. It is an open list: ${METODOS_PAGO.join(', ')}, or what your platform uses.`,
    'tarjeta',
  ),
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
  numero: param(
    Numero,
    'Solo el pedido con este número, el que ven las personas.',
    'Only the order with this number, the one that people see.',
    '20261115-42',
  ),
  factura: param(
    Type.String({ minLength: 1 }),
    'Solo los pedidos con este número de factura, sin distinguir mayúsculas, espacios ni signos.',
    'Only orders with this invoice number, without regard to case, spaces and punctuation.',
    'FA-2026-000123',
  ),
  telefono: param(
    Type.String({ minLength: 7 }),
    'Solo los pedidos del cliente con este teléfono, con o sin el prefijo del país del restaurante; los espacios y signos no cuentan. Los de un cliente olvidado ya no se encuentran.',
    'Only orders of the customer with this phone number, with or without the calling code of the restaurant’s country; spaces and punctuation do not count. Those of a forgotten customer are not found any more.',
    '600112233',
  ),
  email: param(
    Type.String({ pattern: '@' }),
    'Solo los pedidos del cliente con este correo, sin distinguir mayúsculas. Los de un cliente olvidado ya no se encuentran.',
    'Only orders of the customer with this e-mail, without regard to case. Those of a forgotten customer are not found any more.',
    'ana@example.com',
  ),
};
