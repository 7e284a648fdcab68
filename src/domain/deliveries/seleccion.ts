import type { Fecha } from '../../contract/dinero/fechas.ts';
import type { TablaEnvio } from '../../contract/envios.ts';
import { ESTADOS } from '../../contract/recursos/pedido.ts';
import { type Filtros, UNFILTERED } from '../pedido/filtros.ts';
import type { Tramo } from './rango.ts';

/** As in figures: what was cancelled is neither sold nor taxed. Its payments and refunds still moved money. */
const SOLD = ESTADOS.filter((estado) => estado !== 'cancelado');

/** The orders of a file about money. */
export const seleccionOf = (tabla: TablaEnvio, fecha: Fecha, tramo: Tramo) => {
  const estado = tabla === 'pagos' ? null : SOLD;
  const filtros: Filtros = { ...UNFILTERED, ...tramo, estado };
  // A payment of an order that was paid again later still belongs to its own day.
  const by = fecha === 'pago' && tabla === 'pagos' ? ('cobro' as const) : fecha;
  return { filtros, by: { fecha: by, cambiado: null, withChange: true } };
};
