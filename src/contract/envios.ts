// The values of files that leave by themselves. No schemas here: rules and the panel load it.

/** Never the table of orders, which has their customers. */
export const TABLAS_ENVIO = ['iva', 'pagos', 'items'] as const;
export type TablaEnvio = (typeof TABLAS_ENVIO)[number];

/** The range of a read link, which rolls on by the restaurant's calendar. */
export const RANGOS = ['mes_actual', 'mes_anterior', '7d', '30d', 'este_ano'] as const;
export type RangoMovil = (typeof RANGOS)[number];

/** Why a delivery did not arrive. */
export type FalloEnvio =
  | 'correo_apagado'
  | 'dns'
  | 'direccion_prohibida'
  | 'conexion'
  | 'clave_servidor'
  | 'acceso'
  | 'rechazado'
  | 'plazo'
  | 'demasiadas_filas'
  | 'demasiado_grande'
  | 'sin_confirmar'
  | 'secreto'
  | 'interno';
