import { FORMATO_FECHA } from '../../../contract/instante.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import { PERSONALIZADO, RANGO_DIAS_MAX, type Resumen } from '../../../contract/recursos/resumen.ts';
import type { Values } from '../../../contract/rutas/ruta.ts';
import type { RUTAS } from '../../../contract/rutas/rutas.ts';
import { rangeOf, type Ventana, windowOf } from '../../../domain/resumen/periodos.ts';
import { averageCents } from '../../../domain/resumen/resumen.ts';
import type { Clock } from '../../../platform/clock.ts';
import { parseBody } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../answer/answer.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { findParameter } from '../query.ts';
import { requireCuenta } from './restaurante.ts';

/** `GET /resumen`: the figures of a window between local midnights. */
export const readResumen =
  (
    { cuentas, pedidos }: Pick<Store, 'cuentas' | 'pedidos'>,
    clock: Clock,
  ): Handlers['leerResumen'] =>
  async ({ restauranteId, search, query: asked }) => {
    const hasPeriodo = findParameter(search, 'periodo') !== undefined;
    const { cuenta, perfil } = await requireCuenta(cuentas, restauranteId);
    const zone = cuenta.zonaHoraria;
    const range = readRange(asked, hasPeriodo, zone);
    const { desde, hasta, first, last } = range ?? windowOf(asked.periodo, zone, clock.now());
    const totals = await pedidos.summary(restauranteId, first, last);
    const { moneda } = parseBody<Restaurante>(perfil);
    const resumen: Resumen = {
      periodo: range === null ? asked.periodo : PERSONALIZADO,
      desde,
      hasta,
      zona_horaria: zone,
      kpis: {
        pedidos_total: totals.pedidos,
        pedidos_cancelados: totals.cancelados,
        clientes_distintos: totals.clientes,
        ventas_cents: totals.ventasCents,
        ticket_medio_cents: averageCents(totals.ventasCents, totals.pedidos),
        moneda,
      },
      mix_tipo: { reparto: totals.reparto, recogida: totals.recogida, mesa: totals.mesa },
      top_productos: totals.productos.map(({ productoId, nombre, unidades, ventasCents }) => ({
        producto_id: productoId,
        nombre,
        unidades,
        ventas_cents: ventasCents,
      })),
    };
    return okJson(resumen);
  };

/** The range of days that the request names; null if it names a period. */
const readRange = (
  { desde, hasta }: Values<(typeof RUTAS.leerResumen)['query']>,
  hasPeriodo: boolean,
  zone: string,
): Ventana | null => {
  if (desde === null && hasta === null) return null;
  if (hasPeriodo) {
    throw invalid('«periodo» no se combina con «desde» y «hasta».', 'o «periodo», o un rango');
  }
  if (desde === null || hasta === null) {
    const missing = desde === null ? 'desde' : 'hasta';
    throw invalid(`Falta «${missing}»: un rango lleva los dos días.`, FORMATO_FECHA);
  }
  const range = rangeOf(desde, hasta, zone);
  if (range !== null) return range;
  throw invalid(
    `El rango de «desde» (${desde}) a «hasta» (${hasta}), que no entra, ha de tener de 1 a ${RANGO_DIAS_MAX} días.`,
    `1..${RANGO_DIAS_MAX} días`,
  );
};
