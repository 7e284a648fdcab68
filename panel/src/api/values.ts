import type {
  Alcance,
  ClasePantalla,
  Comparacion,
  Estado,
  EstadoAbierto,
  FiltroEntrega,
  Formato,
  MetodoPago,
  PeriodoPanel,
  Rol,
  Tabla,
  Tipo,
  TipoEvento,
} from './wire.ts';

/** Every value of a union, in the order given: one that is missing or unknown does not compile. */
const valuesOf = <T extends string>(values: Record<T, true>): readonly T[] =>
  Object.keys(values) as T[];

export const ABIERTOS = valuesOf<EstadoAbierto>({
  pendiente: true,
  confirmado: true,
  en_preparacion: true,
  listo: true,
  en_reparto: true,
});
const CERRADOS = valuesOf<Exclude<Estado, EstadoAbierto>>({ entregado: true, cancelado: true });
export const ESTADOS: readonly Estado[] = [...ABIERTOS, ...CERRADOS];
export const isClosed = (estado: Estado): boolean => CERRADOS.some((closed) => closed === estado);

export const ROLES = valuesOf<Rol>({
  propietaria: true,
  encargada: true,
  gestoria: true,
  sala: true,
  integradora: true,
});

export const CLASES = valuesOf<ClasePantalla>({ cocina: true, tablero: true });

export const TIPOS = valuesOf<Tipo>({ reparto: true, recogida: true, mesa: true });

/** Platforms may use others. */
export const METODOS_PAGO = valuesOf<MetodoPago>({ efectivo: true, tarjeta: true, online: true });

export const PERIODOS = valuesOf<PeriodoPanel>({
  hoy: true,
  ayer: true,
  '7d': true,
  '30d': true,
  semana: true,
  mes_actual: true,
  mes_pasado: true,
  ano: true,
  ano_pasado: true,
});
export const COMPARACIONES = valuesOf<Comparacion>({ semanas: true, mes: true, ano: true });
export const TABLAS = valuesOf<Tabla>({ pedidos: true, items: true, iva: true, pagos: true });
/** Files as people choose them: CSV is one thing for a Spanish Excel, and another for programs. */
export type Archivo = Formato | 'csv_excel';
/** Those for people come first. */
export const ARCHIVOS = valuesOf<Archivo>({
  xlsx: true,
  csv_excel: true,
  csv: true,
  ndjson: true,
  parquet: true,
});

/** The types of event that the stream listens for and that a webhook may choose. */
export const TIPOS_EVENTO = valuesOf<TipoEvento>({
  'pedido.nuevo': true,
  'pedido.aceptado': true,
  'pedido.rechazado': true,
  'pedido.estado_cambiado': true,
  'pedido.item_modificado': true,
  'pedido.entregado': true,
  'pedido.cancelado': true,
});

/** In the order of the filter: what fails now comes before what is lost. */
export const FILTROS_ENTREGA = valuesOf<FiltroEntrega>({
  pendiente: true,
  reintento: true,
  entregada: true,
  fallida: true,
});

export const ALCANCES = valuesOf<Alcance>({
  'pedidos.leer': true,
  'carta.leer': true,
  'restaurante.leer': true,
  'stream.escuchar': true,
  'webhook.recibir': true,
});
