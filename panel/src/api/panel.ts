// Objects of the panel's own API: see docs/panel-api.md.

import type { Entrega } from './entrega.ts';
import type { EntradaHistorial, Estado, Paginacion, Pedido } from './pedido.ts';

export interface Usuario {
  id: string;
  email: string;
  rol: 'operador' | 'restaurante';
  restaurante_id: string | null;
}

export interface Sesion {
  usuario: Usuario;
  creada_en: string;
  caduca_en: string;
}

export interface SesionAbierta {
  creada_en: string;
  vista_en: string;
  agente: string;
  actual: boolean;
}

export interface Cuenta {
  id: string;
  slug: string;
  nombre: string;
  zona_horaria: string;
  activo: boolean;
  ingesta: boolean;
}

export interface Cifras {
  pedidos: number;
  cancelados: number;
  ventas_cents: number;
  ticket_medio_cents: number;
}

export interface Mix {
  reparto: number;
  recogida: number;
  mesa: number;
}

export interface Top {
  producto_id: string;
  nombre: string;
  unidades: number;
  ventas_cents: number;
}

export interface Volumen {
  pedidos: number;
  ventas_cents: number;
}

export interface Inicio {
  momento: string;
  zona_horaria: string;
  moneda: string;
  hoy: Cifras & { clientes_distintos: number };
  ayer_a_esta_hora: Cifras;
  ayer: Cifras & { clientes_distintos: number };
  por_hora: { hora: number; hoy: Volumen; ayer: Volumen }[];
  por_dia: (Volumen & Mix & { dia: string; cancelados: number })[];
  mix_tipo: { hoy: Mix; '7d': Mix };
  top_productos: { hoy: Top[]; '7d': Top[] };
  abiertos: Record<'pendiente' | 'confirmado' | 'en_preparacion' | 'listo' | 'en_reparto', number>;
}

export interface Columna {
  estado: Estado;
  total: number;
  pedidos: Pedido[];
}

export interface Tablero {
  posicion: string | null;
  columnas: Columna[];
}

export interface PaginaPedidos {
  datos: Pedido[];
  paginacion: Paginacion;
  /** Only when searching: how many orders this page looked at. */
  examinados?: number;
}

export interface FichaPedido {
  pedido: Pedido;
  historial: EntradaHistorial[];
  eventos: {
    id: string;
    tipo: string;
    secuencia: number;
    creado_en: string;
    /** A row for each webhook that it went to. */
    entregas: (Entrega & { webhook_id: string })[];
  }[];
}

export const ALCANCES = [
  'pedidos.leer',
  'carta.leer',
  'restaurante.leer',
  'stream.escuchar',
  'webhook.recibir',
] as const;
export type Alcance = (typeof ALCANCES)[number];

export interface Llave {
  id: string;
  nombre: string;
  etiqueta: 'live' | 'test';
  alcances: Alcance[];
  muestra: string;
  estado: 'activa' | 'caducada' | 'revocada';
  creador: string;
  creada_en: string;
  expira_en: string | null;
  revocada_en: string | null;
  ultimo_uso_en: string | null;
  uso: { hoy: number; '7d': number; limitadas_7d: number };
}

export interface UsoDia {
  dia: string;
  peticiones: number;
  limitadas: number;
  errores: number;
}

export interface Actividad {
  id: string;
  momento: string;
  actor: string;
  accion: string;
  objeto: string;
  restaurante_id: string | null;
  detalle: Record<string, unknown>;
}

export interface UsuarioDetalle extends Usuario {
  creado_en: string;
  estado: 'pendiente' | 'activo' | 'desactivado';
  ultimo_acceso_en: string | null;
}

export interface Sistema {
  version: string;
  node: string;
  motor: 'sqlite' | 'postgres';
  iniciado_en: string;
  momento: string;
  base_datos: { ok: boolean; latencia_ms: number };
  memoria_bytes: number;
  restaurantes: number;
  usuarios: number;
  llaves_activas: number;
}
