import type { ExportarTabla, LeerResumen, Pedido, Tabla } from '@comanda/client';

/** Every value of a union, in the order given: one that is missing or unknown does not compile. */
export const valuesOf = <T extends string>(values: Record<T, true>): readonly T[] =>
  Object.keys(values) as T[];

export const ESTADOS = valuesOf<Pedido['estado']>({
  pendiente: true,
  confirmado: true,
  en_preparacion: true,
  listo: true,
  en_reparto: true,
  entregado: true,
  cancelado: true,
});
export const TIPOS = valuesOf<Pedido['tipo']>({ reparto: true, recogida: true, mesa: true });

/** The known ones of an open list. */
export const METODOS_PAGO = ['efectivo', 'tarjeta', 'online'];

export const PERIODOS = valuesOf<NonNullable<LeerResumen['periodo']>>({
  hoy: true,
  ayer: true,
  '7d': true,
  '30d': true,
  mes_actual: true,
});

export const TABLAS = valuesOf<Tabla>({ pedidos: true, items: true, iva: true, pagos: true });

export const FECHAS = valuesOf<NonNullable<ExportarTabla['fecha']>>({
  creacion: true,
  factura: true,
  pago: true,
});

export type Formato = NonNullable<ExportarTabla['formato']>;
export const FORMATOS = valuesOf<Formato>({ ndjson: true, csv: true, xlsx: true, parquet: true });
