// Webhooks and deliveries, as openapi.json gives them.

export const TIPOS_EVENTO = [
  'pedido.nuevo',
  'pedido.aceptado',
  'pedido.rechazado',
  'pedido.estado_cambiado',
  'pedido.item_modificado',
  'pedido.entregado',
  'pedido.cancelado',
] as const;

export interface Webhook {
  id: string;
  nombre: string | null;
  url: string;
  eventos: string[];
  activo: boolean;
  creado_en: string;
  ultima_entrega: string | null;
}

export interface WebhookCreado {
  id: string;
  url: string;
  eventos: string[];
  secreto_firma: string;
  activo: boolean;
}

export const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const;
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number];

export interface Resultado {
  estado_http: number | null;
  fallo: string | null;
  duracion_ms: number;
  respuesta: string | null;
}

export interface Entrega {
  /** The event's id: what receivers know as `X-Svc-Id`. */
  id: string;
  tipo: string;
  pedido_id: string;
  secuencia: number;
  creado_en: string;
  estado: EstadoEntrega;
  intentos: number;
  ultimo_intento: (Resultado & { momento: string }) | null;
  proximo_intento: string | null;
}

export type Prueba = Resultado & { id: string; entregada: boolean };

export interface Reenvio {
  id: string;
  creado_en: string;
  completo: boolean;
  eventos: number;
  revisados: number;
  encoladas: number;
  entregadas: number;
  fallidas: number;
}

/** Of the panel's own API. */
export interface SaludWebhook {
  id: string;
  /** Why it is off. */
  motivo: 'manual' | 'respuesta_410' | 'sin_exito' | null;
  pendientes: number;
  fallidas: number;
  /** Events of the log that it has not come to yet. */
  por_empezar: number;
  fallos_seguidos: number;
  /** It asked to be left alone until then. */
  pausa_hasta: string | null;
}
