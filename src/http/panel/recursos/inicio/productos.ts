import type * as Panel from '../../../../contract/panel.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import { startOfDayMs, zonedAt } from '../../../../domain/resumen/dias.ts';
import { addDays, daysBetween, type Jornadas } from '../../../../domain/resumen/jornadas.ts';
import { MINUTE_MS } from '../../../../domain/time.ts';
import type { Store } from '../../../../storage/port/store.ts';
import type { NightSales, Sold } from './night-sales.ts';

export interface Sales extends Pick<Store, 'consultas'> {
  nightSales: NightSales;
}

/** Stretches into which the trend of a product is cut at most. */
const STRETCHES_MAX = 14;

/** Every product sold in a range or in the one before it, best first. */
export const readProductos = async (
  store: Sales,
  cuenta: Cuenta,
  range: Jornadas,
  before: Jornadas & { soFarMs: number },
): Promise<Panel.ProductoVendido[]> => {
  const [stretches, then] = await Promise.all([
    soldByStretch(store, cuenta, range),
    soldIn(store, cuenta, upToNow(before, cuenta)),
  ]);
  const now = await withNights(store, cuenta, range, addUp(stretches));
  const ids = new Set([...now.keys(), ...then.keys()]);
  return [...ids]
    .map((id): Panel.ProductoVendido => {
      const { nombre: name, unidades: units = 0, ventasCents: cents = 0 } = now.get(id) ?? {};
      const { nombre = '', unidades = 0, ventasCents = 0 } = then.get(id) ?? {};
      return {
        producto_id: id,
        nombre: name ?? nombre,
        unidades: units,
        ventas_cents: cents,
        antes: { unidades, ventas_cents: ventasCents },
        serie: stretches.map((stretch) => stretch.get(id)?.ventasCents ?? 0),
      };
    })
    .filter(({ unidades, antes }) => unidades > 0 || antes.unidades > 0)
    .toSorted(
      (a, b) =>
        b.ventas_cents - a.ventas_cents ||
        b.unidades - a.unidades ||
        (a.producto_id < b.producto_id ? -1 : 1),
    );
};

/** A product that only paused is not new: the range before may have missed it. */
export const markNew = async (
  { consultas }: Sales,
  { id }: Cuenta,
  { first }: Jornadas,
  sold: readonly Panel.ProductoVendido[],
): Promise<Panel.ProductoListado[]> => {
  const asked = sold.filter(({ antes }) => antes.unidades === 0).map((each) => each.producto_id);
  const known = await consultas.soldBefore(id, first, asked);
  const candidates = new Set(asked);
  return sold.map((each) => ({
    ...each,
    nuevo: candidates.has(each.producto_id) && !known.has(each.producto_id),
  }));
};

/** The earlier range up to the present time of day, cut to the minute so that everybody who asks within it shares one reading. */
const upToNow = (before: Jornadas & { soFarMs: number }, { zonaHoraria }: Cuenta): Jornadas => {
  if (before.soFarMs >= before.endMs) return before;
  const endMs = Math.floor(before.soFarMs / MINUTE_MS) * MINUTE_MS;
  const today = zonedAt(endMs, zonaHoraria).toPlainDate().toString();
  return { ...before, last: addDays(today, -1), endMs };
};

const soldIn = async (store: Sales, cuenta: Cuenta, range: Jornadas) => {
  const sold = await soldOnDays(store, cuenta, range.first, range.last);
  return withNights(store, cuenta, range, sold);
};

/** The stretches are whole calendar days: a trend shows no figures, and a night more or less does not show in it. */
const soldByStretch = (store: Sales, cuenta: Cuenta, { first, last }: Jornadas) => {
  const days = daysBetween(first, last);
  const length = Math.ceil(days / STRETCHES_MAX);
  const starts = Array.from({ length: Math.ceil(days / length) }, (_, i) => i * length);
  return Promise.all(
    starts.map((start) => {
      const end = Math.min(start + length, days) - 1;
      return soldOnDays(store, cuenta, addDays(first, start), addDays(first, end));
    }),
  );
};

const soldOnDays = async ({ consultas }: Sales, { id }: Cuenta, first: string, last: string) => {
  const products = await consultas.products(id, first, last);
  return new Map(products.map((sold): [string, Sold] => [sold.productoId, sold]));
};

/** A product that is in the sum already keeps its name. */
const add = (sum: Map<string, Sold>, part: ReadonlyMap<string, Sold>, sign: 1 | -1): void => {
  for (const [id, { nombre, unidades, ventasCents }] of part) {
    const sold = sum.getOrInsertComputed(id, () => ({ nombre, unidades: 0, ventasCents: 0 }));
    sold.unidades += sign * unidades;
    sold.ventasCents += sign * ventasCents;
  }
};

/** Adds the newest stretch first, because each product keeps the name that was added first. */
const addUp = (stretches: readonly Map<string, Sold>[]): Map<string, Sold> => {
  const sum = new Map<string, Sold>();
  for (const stretch of stretches.toReversed()) add(sum, stretch, 1);
  return sum;
};

/**
 * The summary's days begin at midnight, those of the panel at the cut. The hours from midnight to the cut belong to the evening
 * before: `withNights` takes out those of the first day and adds those after the last day.
 */
const withNights = async (
  { nightSales }: Sales,
  { id, zonaHoraria }: Cuenta,
  { first, last, startMs, endMs }: Jornadas,
  sold: Map<string, Sold>,
): Promise<Map<string, Sold>> => {
  const midnight = (dia: string) => startOfDayMs(Temporal.PlainDate.from(dia), zonaHoraria);
  const [before, after] = await Promise.all([
    nightSales(id, midnight(first), startMs),
    nightSales(id, midnight(addDays(last, 1)), endMs),
  ]);
  add(sold, before, -1);
  add(sold, after, 1);
  return sold;
};
