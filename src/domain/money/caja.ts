import type { Fecha } from '../../contract/dinero/fechas.ts';
import type { Caja, CajaGrupo } from '../../contract/recursos/caja.ts';
import { METODOS_PAGO } from '../../contract/recursos/importes.ts';
import { TIPOS, type Tipo } from '../../contract/recursos/pedido.ts';
import { type Dia, startOfDayMs, zonedAt } from '../resumen/dias.ts';
import { QUARTER_MS } from '../time.ts';
import type { Span } from './span.ts';
import { addEncoded, addSums, COBRO, type Ledger, noSums, type Sums } from './sums.ts';

/** A stored sum: of a local day, or of a quarter of an hour since the epoch. */
export type StoredSums = { ledger: Ledger; sumas: string } & ({ dia: Dia } | { inicio: number });

/** The ledgers that a caja adds up. Orders without an invoice have no date of one: they count by when they were made. */
export const ledgersOf = (fecha: Fecha): Ledger[] =>
  fecha === 'factura' ? [fecha, 'creacion', COBRO] : [fecha, COBRO];

/** Sales and payments add up side by side. With `fecha=factura`, orders without an invoice come from a ledger of their own. */
interface Group {
  sums: Sums;
  made: Sums;
}
const noGroup = (): Group => ({ sums: noSums(), made: noSums() });

/** The group in which a moment falls, by bisection. */
const placeOf = (bounds: readonly number[], ms: number): number => {
  let low = 0;
  let high = bounds.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bounds[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
};

const addStored = ({ sums, made }: Group, { ledger, sumas }: StoredSums, fecha: Fecha): void =>
  addEncoded(ledger === fecha || ledger === COBRO ? sums : made, sumas);

const sorted = <T>(entries: Iterable<T>, rank: (entry: T) => number | string): T[] =>
  [...entries].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return String(x) < String(y) ? -1 : 1;
  });

/** The contract's methods in its order, others after them by name. */
const methodRank = ([metodo]: [string, unknown]): string => {
  const known = (METODOS_PAGO as readonly string[]).indexOf(metodo);
  return known < 0 ? `~${metodo}` : String(known);
};

const uninvoiced = ({ sinFacturaPedidos: pedidos, sinFacturaCents: total_cents }: Sums) => ({
  pedidos,
  total_cents,
});

const ventasView = ({ sums: ventas, made }: Group, fecha: Fecha): Caja['ventas'] => ({
  pedidos: ventas.pedidos,
  cancelados: ventas.cancelados,
  total_cents: ventas.totalCents,
  descuento_cents: ventas.descuentoCents,
  propina_cents: ventas.propinaCents,
  tarifa_reparto_cents: ventas.tarifaCents,
  sin_pagar_cents: ventas.sinPagarCents,
  sin_factura: uninvoiced(fecha === 'factura' ? made : ventas),
  por_metodo: sorted(ventas.metodo, methodRank).map(([metodo, [pedidos = 0, total_cents = 0]]) => ({
    metodo,
    pedidos,
    total_cents,
  })),
  por_tipo: sorted(ventas.tipo, ([tipo]) => TIPOS.indexOf(tipo as Tipo)).map(
    ([tipo, [pedidos = 0, total_cents = 0]]) => ({ tipo: tipo as Tipo, pedidos, total_cents }),
  ),
  por_iva: sorted(ventas.iva, ([rate]) => Number(rate)).map(
    ([rate, [, base_cents = 0, iva_cents = 0]]) => ({
      tipo_porcentaje: Number(rate),
      base_cents,
      iva_cents,
    }),
  ),
});

const cobrosView = ({ sums: { cobros } }: Group): Caja['cobros'] => {
  const por_metodo = sorted(cobros, methodRank).map(
    ([metodo, [, cobrado_cents = 0, reembolsado_cents = 0]]) => ({
      metodo,
      cobrado_cents,
      reembolsado_cents,
      neto_cents: cobrado_cents - reembolsado_cents,
    }),
  );
  const sumOf = (field: 'cobrado_cents' | 'reembolsado_cents' | 'neto_cents') =>
    por_metodo.reduce((sum, each) => sum + each[field], 0);
  return {
    cobrado_cents: sumOf('cobrado_cents'),
    reembolsado_cents: sumOf('reembolsado_cents'),
    neto_cents: sumOf('neto_cents'),
    por_metodo,
  };
};

/** The total is the sum of the other four. */
const cuadreOf = ({ total_cents, propina_cents, por_iva }: Caja['ventas']): Caja['cuadre'] => {
  const bases_cents = por_iva.reduce((sum, each) => sum + each.base_cents, 0);
  const iva_cents = por_iva.reduce((sum, each) => sum + each.iva_cents, 0);
  const resto_cents = total_cents - bases_cents - iva_cents - propina_cents;
  return { total_cents, bases_cents, iva_cents, propina_cents, resto_cents };
};

const groupView = (group: Group, fecha: Fecha) => {
  const ventas = ventasView(group, fecha);
  return { ventas, cobros: cobrosView(group), cuadre: cuadreOf(ventas) };
};

const addGroup = (into: Group, from: Group): void => {
  addSums(into.sums, from.sums);
  addSums(into.made, from.made);
};

/** The totals of a closing, whose sums hold its orders without an invoice too. */
export const totalsOf = (sumas: string): Pick<Caja, 'ventas' | 'cobros' | 'cuadre'> => {
  const sums = noSums();
  addEncoded(sums, sumas);
  return groupView({ sums, made: sums }, 'creacion');
};

export const withOffset = (ms: number, zone: string): string =>
  zonedAt(ms, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** Adds stored sums up to the caja of a span, and of each of its groups. */
export const cajaOf = (
  stored: Iterable<StoredSums>,
  { startMs, endMs, bounds }: Span,
  {
    fecha,
    moneda,
    zone,
    isGrouped,
  }: {
    fecha: Fecha;
    moneda: string;
    zone: string;
    isGrouped: boolean;
  },
): Caja => {
  const groups = bounds.slice(1).map(noGroup);
  for (const each of stored) {
    const ms =
      'dia' in each
        ? startOfDayMs(Temporal.PlainDate.from(each.dia), zone)
        : each.inicio * QUARTER_MS;
    const group = groups[placeOf(bounds, ms)];
    if (group !== undefined) addStored(group, each, fecha);
  }
  const all = noGroup();
  for (const group of groups) addGroup(all, group);
  const at = (ms: number | undefined) => withOffset(ms ?? 0, zone);
  const grupos = (): CajaGrupo[] =>
    groups.map((group, i) => ({
      desde: at(bounds[i]),
      hasta: at(bounds[i + 1]),
      ...groupView(group, fecha),
    }));
  const caja = { desde: at(startMs), hasta: at(endMs), moneda, fecha, ...groupView(all, fecha) };
  return isGrouped ? { ...caja, grupos: grupos() } : caja;
};
