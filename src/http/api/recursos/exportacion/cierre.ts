import type { Values } from '../../../../contract/rutas/ruta.ts';
import type { RUTAS } from '../../../../contract/rutas/rutas.ts';
import { UNFILTERED } from '../../../../domain/pedido/filtros.ts';
import { BY_CREATION } from '../../../../storage/pedidos/slice.ts';
import type { Closing } from '../../../../storage/port/cierres.ts';
import type { PedidoFilter, SliceBy } from '../../../../storage/port/pedidos.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { invalid } from '../../errors.ts';
import { requireCierre } from '../cierres.ts';

type Query = Values<(typeof RUTAS.exportarTabla)['query']>;

/** Parameters that a closing has an answer to already. */
const DECIDED = [
  ...['estado', 'tipo', 'desde', 'hasta', 'numero', 'factura', 'telefono', 'email'],
  ...['metodo_pago', 'fecha', 'cambiado_desde', 'con_cambio'],
];
const WITH_CLOSING = ['formato', 'idioma', 'estilo', 'despues_de'];
const TABLAS_DE_CIERRE = ['iva', 'pagos'];

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== false;

/** The closing that `cierre` names, and what its span selects. */
export const readClosing = async (
  cierres: Store['cierres'],
  restauranteId: string,
  tabla: string,
  { cierre, ...query }: Query & { cierre: string },
): Promise<{ closing: Closing; filter: PedidoFilter; by: SliceBy }> => {
  if (!TABLAS_DE_CIERRE.includes(tabla)) {
    throw invalid(
      '«cierre» es solo para «iva» y «pagos»: un cierre no guarda nada más de los pedidos.',
      TABLAS_DE_CIERRE,
    );
  }
  const given = Object.entries(query).find(
    ([name, value]) => DECIDED.includes(name) && isGiven(value),
  );
  if (given !== undefined) {
    throw invalid(
      `«cierre» no se combina con «${given[0]}»: el archivo lleva el mes como se cerró.`,
      WITH_CLOSING,
    );
  }
  const closing = await requireCierre(cierres, restauranteId, cierre);
  const range = { desde: closing.desdeMs, hasta: closing.hastaMs };
  return { closing, filter: { restauranteId, ...UNFILTERED, ...range }, by: BY_CREATION };
};
