import Type from 'typebox';
import { both } from '../bilingual.ts';
import { FECHAS } from '../dinero/fechas.ts';
import { AGRUPACIONES, CAJA_EXAMPLE, Caja } from '../recursos/caja.ts';
import { RANGO_DIAS_MAX } from '../recursos/resumen.ts';
import { withDefault } from '../scalars.ts';
import { COMUNES, example, LECTURA, ok, param, type Ruta } from './ruta.ts';

export const FORMATO_MOMENTO_LOCAL =
  'AAAA-MM-DD, o AAAA-MM-DDTHH:MM en cuartos de hora, en la hora del restaurante';
export const FORMATO_CORTE = 'HH:MM en cuartos de hora, de 00:00 a 12:00';

/** A local day, or a local time on a quarter of an hour. */
const MomentoLocal = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T(?:[01]\\d|2[0-3]):(?:00|15|30|45))?$',
});
const Corte = Type.String({ pattern: '^(?:(?:0\\d|1[01]):(?:00|15|30|45)|12:00)$' });

/** By which date an order counts. */
const FECHA = param(
  withDefault(Type.Enum(FECHAS), 'creacion'),
  'Por qué fecha cuentan los pedidos: la de su creación, la de su factura (los pedidos sin factura quedan aparte, en `sin_factura`) o la de su último cobro.',
  'By which date orders count: that of their creation, of their invoice (orders without an invoice stay apart, in `sin_factura`), or of their last payment.',
  'factura',
);

export const RUTAS_CAJA = {
  leerCaja: {
    ...LECTURA,
    path: '/caja',
    alcance: 'pedidos.leer',
    tag: 'Pedidos',
    summary: both('Cuadra la caja de un tramo', 'Cash up a span of time'),
    description: both(
      'Lo vendido (por medio de pago, tipo e IVA) y lo cobrado y devuelto en un tramo, en la zona horaria del restaurante. Las ventas cuentan por la fecha que dice `fecha`; los cobros, siempre por su propio momento. Los pedidos cancelados no son ventas, pero sus cobros y devoluciones sí cuentan. Una devolución es un cobro más del pedido, con estado `reembolsado`.',
      'What was sold (by payment method, type and VAT) and what was received and given back in a span, in the time zone of the restaurant. Sales count by the date that `fecha` names; payments always by their own moment. Cancelled orders are no sales, but their payments and refunds do count. A refund is one more payment of the order, with state `reembolsado`.',
    ),
    query: {
      desde: {
        ...param(
          MomentoLocal,
          'Inicio del tramo, obligatorio: un día local, que empieza en `corte`, o un día y una hora locales en cuartos de hora.',
          'Start of the span, required: a local day, which begins at `corte`, or a local day and time in quarters of an hour.',
          '2026-10-30T20:00',
        ),
        required: true,
      },
      hasta: {
        ...param(
          MomentoLocal,
          `Fin del tramo (excluido), obligatorio, en el mismo formato. El tramo tiene como máximo ${RANGO_DIAS_MAX} días.`,
          `End of the span (exclusive), required, in the same format. A span has at most ${RANGO_DIAS_MAX} days.`,
          '2026-10-31T03:00',
        ),
        required: true,
      },
      fecha: FECHA,
      agrupar: param(
        Type.Enum(AGRUPACIONES),
        'Añade las mismas cifras por días o por meses, en `grupos`.',
        'Adds the same figures by day or by month, in `grupos`.',
        'dia',
      ),
      corte: param(
        withDefault(Corte, '00:00'),
        'La hora local a la que empiezan los días, para que una noche que acaba a las dos sea del día en que empezó. Con `fecha=factura` no cuenta: las facturas son de días naturales.',
        'The local time at which days begin, so that a night that ends at two belongs to the day on which it began. Ignored with `fecha=factura`: invoices are of calendar days.',
        '05:00',
      ),
    },
    response: ok('La caja.', 'The figures.', Caja, {
      noche: example('La noche de un viernes', 'A Friday night', CAJA_EXAMPLE),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
} as const satisfies Record<string, Ruta>;
