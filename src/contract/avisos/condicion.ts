/** Kinds of conditions: of a restaurant's integrations, then of the service itself. */
export const TIPOS_CONDICION = [
  'webhook_fallando',
  'webhook_desactivado',
  'llave_caduca',
  'llave_sin_uso',
  'limite_superado',
  'sin_pedidos',
  'pantalla_ausente',
  'envio_fallido',
  'mes_cambiado',
  'disco_lleno',
  'copia_antigua',
  'base_ausente',
  'base_lenta',
  'proceso_perdido',
  'replica_atrasada',
  'url_publica_inaccesible',
  'reloj_desviado',
] as const;

export type TipoCondicion = (typeof TIPOS_CONDICION)[number];
