import type { Tabla } from '../../../../contract/exportacion.ts';
import { FORMATO_INSTANTE, isFecha, parseInstante } from '../../../../contract/instante.ts';
import type { Values } from '../../../../contract/rutas/ruta.ts';
import type { RUTAS } from '../../../../contract/rutas/rutas.ts';
import { parseEventId } from '../../../../domain/pedido/evento.ts';
import { startOfDayMs } from '../../../../domain/resumen/dias.ts';
import type { LogStore } from '../../../../storage/port/log.ts';
import type { SliceBy } from '../../../../storage/port/pedidos.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { invalid } from '../../errors.ts';
import { findParameter, refuse, shorten } from '../../query.ts';
import { requireCuenta } from '../restaurante.ts';

type Query = Values<(typeof RUTAS.exportarTabla)['query']>;

interface Asked {
  restauranteId: string;
  search: string;
  query: Query;
}

/** `desde` and `hasta`: with `fecha`, a date alone is a day of the restaurant. */
export const readRange = async (
  cuentas: Store['cuentas'],
  { restauranteId, search, query: { fecha, desde, hasta } }: Asked,
): Promise<Pick<Query, 'desde' | 'hasta'>> => {
  if (fecha === null) return { desde, hasta };
  const { cuenta } = await requireCuenta(cuentas, restauranteId);
  const local = (name: 'desde' | 'hasta', ms: number | null): number | null => {
    const text = findParameter(search, name) ?? '';
    return isFecha(text) ? startOfDayMs(Temporal.PlainDate.from(text), cuenta.zonaHoraria) : ms;
  };
  return { desde: local('desde', desde), hasta: local('hasta', hasta) };
};

/** Which orders the file has, besides its filters, and whether its rows tell of their last change. */
export const readBy = async (
  log: Pick<LogStore, 'position'>,
  { restauranteId, query: { fecha, cambiado_desde, con_cambio, formato } }: Asked,
  tabla: Tabla,
): Promise<SliceBy> => ({
  // A payment of an order that was paid again later still belongs to its own day.
  fecha: fecha === 'pago' && tabla === 'pagos' ? 'cobro' : (fecha ?? 'creacion'),
  cambiado: cambiado_desde === null ? null : await readChanged(log, restauranteId, cambiado_desde),
  withChange: con_cambio || tabla !== 'pedidos' || formato !== 'ndjson',
});

const readChanged = async (
  log: Pick<LogStore, 'position'>,
  restauranteId: string,
  given: string,
): Promise<SliceBy['cambiado']> => {
  const ms = parseInstante(given);
  if (ms !== null) return { ms };
  const position = parseEventId(given);
  if (position === null) {
    return refuse('cambiado_desde', given, `el id de un evento, evt_…, o ${FORMATO_INSTANTE}`);
  }
  const { secuencia = 0, logTag = '' } = (await log.position(restauranteId)) ?? {};
  if (position.logTag === logTag && position.secuencia <= secuencia) return position;
  throw invalid(
    `El evento «${shorten(given)}» de «cambiado_desde» no es de este restaurante.`,
    'el id de un evento de este restaurante',
  );
};
