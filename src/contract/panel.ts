// What the panel's own API answers (docs/panel-api.md). Types only: the server's handlers and the panel
// both import them, and nothing validates with them. Timestamps are ISO 8601 UTC with `Z`; a `dia` is a
// day `YYYY-MM-DD`.

import type { Alcance } from './alcances.ts';
import type { TokenLabel } from './ids.ts';
import type { Entrega } from './recursos/entrega.ts';
import type { Evento } from './recursos/evento.ts';
import type { EntradaHistorial } from './recursos/historial.ts';
import type { Paginacion } from './recursos/paginacion.ts';
import type { Estado, Item, Pedido, Tipo } from './recursos/pedido.ts';
import type { Restaurante } from './recursos/restaurante.ts';
import type { Resumen } from './recursos/resumen.ts';

export type Lista<T> = { datos: T[] };

/** `siguiente` is the cursor of the next page, null on the last. */
export interface Pagina<T> extends Lista<T> {
  siguiente: string | null;
}

export interface Usuario {
  id: string;
  email: string;
  rol: 'operador' | 'restaurante';
  /** Null for an operator. */
  restaurante_id: string | null;
}

export interface Sesion {
  usuario: Usuario;
  creada_en: string;
  caduca_en: string;
}

/** Answer to signing in, to a new password and to a used setup link. */
export type SesionIniciada = { sesion: Sesion };

/** An open session in the list of a user's sessions; `actual` is the one that asks. */
export interface SesionAbierta {
  creada_en: string;
  vista_en: string;
  agente: string;
  actual: boolean;
}

export type Alta = { email: string; expira_en: string };

export interface Cuenta extends Pick<Restaurante, 'id' | 'slug' | 'nombre' | 'zona_horaria'> {
  activo: boolean;
  ingesta: boolean;
}

export type Perfil = { restaurante: Restaurante; cuenta: Cuenta };

export type Volumen = { pedidos: number; ventas_cents: number };

export interface Cifras extends Volumen {
  cancelados: number;
  ticket_medio_cents: number;
}

export interface CifrasDia extends Cifras {
  clientes_distintos: number;
}

export type MixTipo = Record<Tipo, number>;
export type TopProducto = Resumen['top_productos'][number];
export type EstadoAbierto = Exclude<Estado, 'entregado' | 'cancelado'>;

export interface Inicio {
  momento: string;
  zona_horaria: string;
  moneda: string;
  hoy: CifrasDia;
  ayer_a_esta_hora: Cifras;
  ayer: CifrasDia;
  /** 24 entries, local hours 0..23. An hour that the clocks skip is 0; one that they repeat is added up. */
  por_hora: { hora: number; hoy: Volumen; ayer: Volumen }[];
  /** The last 30 local days, oldest first, those without orders included. */
  por_dia: (Volumen & MixTipo & { dia: string; cancelados: number })[];
  mix_tipo: { hoy: MixTipo; '7d': MixTipo };
  /** At most 10 each. */
  top_productos: { hoy: TopProducto[]; '7d': TopProducto[] };
  abiertos: Record<EstadoAbierto, number>;
}

export interface Columna<P = Pedido> {
  estado: Estado;
  total: number;
  /** Newest first: of the open ones the oldest 100, of the closed ones the newest that `cerrados` asks for. */
  pedidos: P[];
}

export interface Tablero<P = Pedido> {
  /** Sent to the stream as `Last-Event-ID`, it misses nothing after this board; null before the first event. */
  posicion: string | null;
  columnas: Columna<P>[];
}

/** What a screen on a wall shows: the board, or what concerns the kitchen. */
export type ClasePantalla = 'tablero' | 'cocina';

export interface Pantalla {
  id: string;
  nombre: string;
  clase: ClasePantalla;
  creador: string;
  creada_en: string;
  /** Null before it was first opened. */
  vista_en: string | null;
}

/** The only answer that shows the link. */
export type PantallaCreada = { pantalla: Pantalla; enlace: string };

/** What a screen knows of itself. */
export interface PantallaAbierta {
  pantalla: Pick<Pantalla, 'id' | 'nombre' | 'clase'>;
  cuenta: Cuenta;
}

/** An order as a screen shows it: who it is for and what is in it; no phone, e-mail, address, price or payment. */
export interface PedidoPantalla
  extends Pick<
    Pedido,
    'id' | 'numero' | 'tipo' | 'estado' | 'creado_en' | 'programado_para' | 'mesa' | 'instrucciones'
  > {
  cliente: Pick<Pedido['cliente'], 'nombre'>;
  items: ItemPantalla[];
}

export interface ItemPantalla
  extends Pick<Item, 'id' | 'nombre' | 'tamaño' | 'cantidad' | 'estado_cocina'> {
  opciones: Pick<Item['opciones'][number], 'nombre' | 'cantidad'>[];
}

/** An event of a screen's stream. */
export interface EventoPantalla extends Pick<Evento, 'id' | 'tipo' | 'creado_en'> {
  datos: { pedido: PedidoPantalla };
}

export interface PaginaPedidos extends Lista<Pedido> {
  /** A search does not count what it would find. */
  paginacion: Omit<Paginacion, 'total_aprox'> & { total_aprox: number | null };
  /** Only of a search: how many orders it examined. */
  examinados?: number;
}

export interface EventoPedido extends Omit<Evento, 'restaurante_id' | 'datos'> {
  entregas: (Entrega & { webhook_id: string })[];
}

export interface FichaPedido {
  pedido: Pedido;
  historial: EntradaHistorial[];
  /** Oldest first; those that the log still keeps. */
  eventos: EventoPedido[];
}

/** The customer of an order: in how many orders they are, or were until now. */
export interface ClienteDePedido {
  pedidos: number;
}

export interface Llave {
  id: string;
  nombre: string;
  etiqueta: TokenLabel;
  alcances: Alcance[];
  /** Enough of the token to recognise it: `svc_live_…cafe`. */
  muestra: string;
  estado: 'activa' | 'caducada' | 'revocada';
  creador: string;
  creada_en: string;
  expira_en: string | null;
  revocada_en: string | null;
  ultimo_uso_en: string | null;
  /** UTC days: today, and today with the six before it. `limitadas` were answered 429. */
  uso: { hoy: number; '7d': number; limitadas_7d: number };
}

/** The only answer that shows the token. */
export type LlaveCreada = { llave: Llave; token: string };

export interface LlaveRotada extends LlaveCreada {
  anterior_expira_en: string;
}

export interface UsoDia {
  dia: string;
  peticiones: number;
  limitadas: number;
  errores: number;
}

export interface SaludWebhook {
  id: string;
  motivo: 'manual' | 'respuesta_410' | 'sin_exito' | null;
  /** Deliveries owed, and given up; counted up to 1,000. */
  pendientes: number;
  fallidas: number;
  /** Events of the log that it has not reached yet. */
  por_empezar: number;
  fallos_seguidos: number;
  /** The endpoint asked for a pause until then. */
  pausa_hasta: string | null;
}

export interface Actividad {
  id: string;
  momento: string;
  /** An e-mail address, or `cli:<login>`. */
  actor: string;
  /** Such as `llave.creada`, `restaurante.suspendido` or `sesion.iniciada`. */
  accion: string;
  objeto: string;
  restaurante_id: string | null;
  detalle: Record<string, unknown>;
}

export interface UsuarioDetalle extends Usuario {
  creado_en: string;
  /** `pendiente`: has not chosen a password yet. */
  estado: 'pendiente' | 'activo' | 'desactivado';
  ultimo_acceso_en: string | null;
}

/** The only answer that shows the setup link. */
export interface UsuarioInvitado {
  usuario: UsuarioDetalle;
  enlace: string;
  expira_en: string;
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
