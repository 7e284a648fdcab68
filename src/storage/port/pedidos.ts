import type { Fecha } from '../../contract/dinero/fechas.ts';
import type { Cursor } from '../../domain/cursor.ts';
import type { Filtros } from '../../domain/pedido/filtros.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import type { DiaTotals } from '../../domain/resumen/resumen.ts';
import type { Body } from './body.ts';

export interface PedidoFilter extends Filtros {
  restauranteId: string;
}

export interface PedidoQuery extends PedidoFilter {
  limit: number;
  /** Pages are id-descending either way. */
  cursor: Cursor | null;
}

export interface PedidoPage {
  /** The ids of its newest and its oldest order; null for an empty page. */
  ends: { first: string; last: string } | null;
  /** The wire JSON of these orders, separated by commas. */
  body: Body;
  /** Changes whenever an order of the page comes, goes or changes; fit for an ETag. */
  version: string;
  /** Whether more orders match in the direction of the query. */
  more: boolean;
}

/** Narrows a slice further than its filter. */
export interface SliceBy {
  /**
   * The date that `desde` and `hasta` are about; orders without one are left out. `cobro`: any entry of the payments lies
   * between them.
   */
  fecha: Fecha | 'cobro';
  /** Only orders whose last change came after this event, or at this moment or later. */
  cambiado: { secuencia: number } | { ms: number } | null;
  /** Whether each line begins with the last change of the order: `cambiado_en` and `secuencia`. */
  withChange: boolean;
}

/** Some orders, ascending by id. */
interface PedidoSlice {
  /** Their wire JSON, one a line. */
  lines: Body;
  /** The id after which to go on, null at the end. There may be more even if there are no lines. */
  last: string | null;
}

interface StoredOrder {
  body: Body;
  /** Changes whenever the order changes; fit for an ETag. */
  version: string;
}

/** Reads orders. The cost of an answer grows with what it shows, not with the restaurant's history. */
export interface PedidoStore {
  list(query: PedidoQuery): Promise<PedidoPage>;
  /** The next orders after an id, ascending: at most `limit`. */
  slice(filter: PedidoFilter, after: string, limit: number, by?: SliceBy): Promise<PedidoSlice>;
  /** Exact up to 10,000; beyond it within 5 %. */
  count(filter: PedidoFilter): Promise<number>;
  get(restauranteId: string, id: string): Promise<StoredOrder | null>;
  /** History entries, oldest first; null when the order is not this restaurant's. */
  history(restauranteId: string, id: string): Promise<Body[] | null>;
  /** Local days `from` to `to`, both included. */
  summary(restauranteId: string, from: Dia, to: Dia): Promise<SummaryTotals>;
}

export const TOP_PRODUCTOS = 10;

export interface SoldProduct {
  productoId: string;
  nombre: string;
  unidades: number;
  ventasCents: number;
}

export interface SummaryTotals extends DiaTotals {
  clientes: number;
  /** The best TOP_PRODUCTOS by sales, then units, then id. */
  productos: SoldProduct[];
}
