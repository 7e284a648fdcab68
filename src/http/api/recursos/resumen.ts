import { Buffer } from 'node:buffer';
import type { Clock } from '../../../clock.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import type { Resumen } from '../../../contract/recursos/resumen.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import { windowOf } from '../../../domain/resumen/periodos.ts';
import { averageCents } from '../../../domain/resumen/resumen.ts';
import type { SummaryTotals } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../wire/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { readQuery } from '../query.ts';

export const topProductos = ({ productos }: SummaryTotals): Resumen['top_productos'] =>
  productos.map(({ productoId, nombre, unidades, ventasCents }) => ({
    producto_id: productoId,
    nombre,
    unidades,
    ventas_cents: ventasCents,
  }));

/** `GET /resumen`: the figures of a window between local midnights. */
export const readResumen =
  ({ cuentas, pedidos }: Pick<Store, 'cuentas' | 'pedidos'>, clock: Clock): Handler =>
  async ({ llave: { restauranteId }, query }) => {
    const { periodo } = readQuery(query, RUTAS.leerResumen);
    const found = await cuentas.find(restauranteId);
    if (found === null) throw new ApiError('no_encontrado', 'No existe el restaurante.');
    const zone = found.cuenta.zonaHoraria;
    const { desde, hasta, first, last } = windowOf(periodo, zone, clock.now());
    const totals = await pedidos.summary(restauranteId, first, last);
    const { moneda } = JSON.parse(Buffer.from(found.perfil).toString()) as Restaurante;
    const resumen: Resumen = {
      periodo,
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
      top_productos: topProductos(totals),
    };
    return okJson(resumen);
  };
