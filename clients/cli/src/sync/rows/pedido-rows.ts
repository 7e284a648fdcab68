import type { Pedido } from '@comanda/client';
import { ITEMS, IVA, OPCIONES, PAGOS, PEDIDO_TABLES, PEDIDOS } from '../schema/pedido-tables.ts';
import type { Row, Table } from '../schema/table.ts';
import { compileRow } from './compile.ts';

/** An order with the JSON text in which it arrived. */
export interface SourceOrder {
  readonly pedido: Pedido;
  readonly text: string;
  /** Its last change, as the export and the events tell it. */
  readonly cambiado_en: string;
  readonly secuencia: number;
}

export type TableRows = ReadonlyMap<Table, Row[]>;

const pedidoRow = compileRow(PEDIDOS);
const itemRow = compileRow(ITEMS);
const opcionRow = compileRow(OPCIONES);
const ivaRow = compileRow(IVA);
const pagoRow = compileRow(PAGOS);

export const noRows = (): TableRows => new Map(PEDIDO_TABLES.map((table) => [table, []]));

/** Turns orders into rows of all tables that are made of them, and appends those to the given rows. */
export const makeToRows = (timeZone: string) => {
  const dayOf = makeLocalDay(timeZone);
  return (orders: Iterable<SourceOrder>, rows = noRows()): TableRows => {
    const add = (table: Table, row: Row): void => void rows.get(table)?.push(row);
    for (const { pedido, text, cambiado_en, secuencia } of orders) {
      const changed = [cambiado_en, secuencia] as const;
      const day = dayOf(Date.parse(pedido.creado_en));
      add(PEDIDOS, pedidoRow(pedido, pedido, [...changed, day, clientKey(pedido.cliente), text]));
      for (const [n, item] of pedido.items.entries()) {
        add(ITEMS, itemRow(pedido, item, [n + 1, ...changed]));
        for (const [m, opcion] of item.opciones.entries()) {
          add(OPCIONES, opcionRow(pedido, opcion, [n + 1, m + 1, item.id]));
        }
      }
      for (const [n, each] of pedido.totales.iva_desglose.entries()) {
        add(IVA, ivaRow(pedido, each, [n + 1, ...changed]));
      }
      for (const [n, each] of pedido.pago.pagos.entries()) {
        add(PAGOS, pagoRow(pedido, each, [n + 1, ...changed]));
      }
    }
    return rows;
  };
};

const FIRST_DAY = '0001-01-01';
/** Since then all zones are offset by whole quarters of an hour, so that no quarter spans two days. */
const QUARTERS_SINCE_MS = Date.UTC(1973, 0, 1);
const QUARTER_MS = 15 * 60_000;

/** The local day of an instant, `YYYY-MM-DD`. Days before the year 1 become FIRST_DAY: no database holds them. */
export const makeLocalDay = (timeZone: string): ((ms: number) => string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const read = (ms: number): string => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    if (parts.get('era')?.startsWith('B')) return FIRST_DAY;
    const year = (parts.get('year') ?? '').padStart(4, '0');
    return `${year}-${parts.get('month')}-${parts.get('day')}`;
  };
  // The last quarter is memoised: orders arrive in time order, and `Intl` costs more than all the rest of a row.
  let [quarter, day] = [Number.NaN, ''];
  return (ms) => {
    if (ms < QUARTERS_SINCE_MS) return read(ms);
    const wanted = Math.floor(ms / QUARTER_MS);
    if (wanted !== quarter) [quarter, day] = [wanted, read(ms)];
    return day;
  };
};

/** A customer is one normalised phone, else e-mail, as in the service's summaries. */
const clientKey = ({ telefono, email }: Pedido['cliente']): string | null => {
  const phone = telefono.replace(/\D/g, '').replace(/^00/, '');
  return phone || email.trim().toLowerCase() || null;
};
