// The answers of the panel's own API (docs/panel-api.md). Types only: the server's handlers and the panel
// both import them, and nothing validates with them. Timestamps are ISO 8601 UTC with `Z`; a `dia` is a
// day `YYYY-MM-DD`.

import type { Alcance } from './alcances.ts';
import type { Avisos } from './avisos/avisos.ts';
import type { Plazos } from './cocina.ts';
import type { TokenLabel } from './ids.ts';
import type { Caja } from './recursos/caja.ts';
import type { Entrega } from './recursos/entrega.ts';
import type { Evento } from './recursos/evento.ts';
import type { EntradaHistorial } from './recursos/historial.ts';
import type { Paginacion } from './recursos/paginacion.ts';
import type { Estado, Pedido, Tipo } from './recursos/pedido.ts';
import type { Restaurante } from './recursos/restaurante.ts';
import type { Periodo } from './recursos/resumen.ts';
import type { Right, Rol } from './roles.ts';

export type * from './cocina.ts';
export type * from './panel/envios.ts';
export type * from './panel/keys.ts';
export type * from './panel/people.ts';

export type Lista<T> = { datos: T[] };

/** `siguiente` is the cursor of the next page, null on the last. */
export interface Pagina<T> extends Lista<T> {
  siguiente: string | null;
}

export interface Usuario {
  id: string;
  email: string;
  /** May do everything in every restaurant. */
  operador: boolean;
  /** `falta`: an operator requires one, and until then they see no restaurant. */
  segundo_factor: 'si' | 'no' | 'falta';
  /** Those they belong to, by name, and what they may do there. */
  restaurantes: { id: string; nombre: string; rol: Rol; derechos: Right[] }[];
}

export type Sesion = { usuario: Usuario };

/** Answer to signing in, to a new password and to a used setup link. */
export type SesionIniciada = { sesion: Sesion };

/** An open session in the list of a user's sessions; `actual` is the one that asks. */
export interface SesionAbierta {
  id: string;
  creada_en: string;
  vista_en: string;
  agente: string;
  /** From which it was last used: the /24 or /48, not the address. */
  red: string;
  actual: boolean;
}

export type Alta = { email: string; expira_en: string };

export interface Cuenta extends Pick<Restaurante, 'id' | 'slug' | 'nombre' | 'zona_horaria'> {
  activo: boolean;
  ingesta: boolean;
  /** The hour at which the panel's day begins, 0..12. */
  corte: number;
  plazos: Plazos;
}

export type Perfil = { restaurante: Restaurante; cuenta: Cuenta };

export type Volumen = { pedidos: number; ventas_cents: number };

export interface Cifras extends Volumen {
  cancelados: number;
  ticket_medio_cents: number;
}

export type MixTipo = Record<Tipo, number>;

/** The periods of the API, and those that people count in. */
export type PeriodoPanel = Periodo | 'semana' | 'mes_pasado' | 'ano' | 'ano_pasado';

/** The same weekdays before; or the same dates of a month, or a year, before. */
export type Comparacion = 'semanas' | 'mes' | 'ano';

/** How long a bar of a chart is. */
export type Grano = 'dia' | 'semana' | 'mes';

/** Days of the panel, both included, which begin at the restaurant's `corte`. */
export type Rango = { desde: string; hasta: string };

interface Vendido {
  unidades: number;
  ventas_cents: number;
}

export interface ProductoVendido extends Vendido {
  producto_id: string;
  nombre: string;
  /** Sold in the period before, up to the same moment of it; in the whole of it if the range is over. */
  antes: Vendido;
  /** Sales in up to 14 stretches of equal length, oldest first, by calendar days. */
  serie: number[];
}

/** `nuevo`: first sold in the range. */
export type ProductoListado = ProductoVendido & { nuevo: boolean };

/** Every product that was sold in the range or in the one before it, best first. */
export interface Productos extends Lista<ProductoListado> {
  rango: Rango & { en_curso: boolean };
  antes: Rango;
  comparacion: Comparacion;
}

/** Which of the first steps a restaurant that has no order yet has taken. */
export type PrimerosPasos = Record<'perfil' | 'carta' | 'llave' | 'webhook', boolean>;

export type EstadoAbierto = Exclude<Estado, 'entregado' | 'cancelado'>;

export interface Inicio {
  momento: string;
  corte: number;
  /** Today, as the panel counts days. */
  hoy: string;
  rango: Rango & { en_curso: boolean };
  /** No later than it takes not to overlap. */
  antes: Rango;
  comparacion: Comparacion;
  cifras: Cifras;
  /** The period before, up to the same moment of it; whole if the range is over. */
  antes_hasta_ahora: Cifras;
  antes_entero: Cifras;
  /** 24 entries, from the hour `corte` on. An hour that the clocks skip is 0; one that they repeat is added up. */
  por_hora: { hora: number; ahora: Volumen; antes: Volumen }[];
  /**
   * The days of the range, oldest first; of a long one its weeks or months. For a range shorter than a week: the 30 days up to
   * its last, without `antes`.
   */
  por_dia: (Volumen & MixTipo & { dia: string; ultimo: string; antes: Volumen | null })[];
  grano: Grano;
  /** By weekday, Monday first, and hour 0..23; over the same days as `por_dia`. */
  semana: Rango & { dias: Volumen[][] };
  mix_tipo: MixTipo;
  por_metodo: Caja['ventas']['por_metodo'];
  /** The best ones, and the number of all. */
  productos: { total: number; mejores: ProductoVendido[] };
  abiertos: Record<EstadoAbierto, number>;
  /** The newest orders. */
  ultimos: Pedido[];
  /** Null once there is an order. */
  primeros_pasos: PrimerosPasos | null;
}

export interface CifrasDeRestaurante {
  cuenta: Cuenta;
  moneda: string;
  cifras: Cifras;
  /** The period before, up to the same moment of it. */
  antes: Cifras;
}

/** The restaurants of an owner, each by its own days. */
export interface Todos extends Lista<CifrasDeRestaurante> {
  sumas: { moneda: string; cifras: Cifras }[];
}

/** All that the panel needs to start. A part is null if nobody is signed in, or if there is no such restaurant. */
export interface Arranque {
  sesion: Sesion | null;
  perfil: Perfil | null;
  inicio: Inicio | null;
  avisos: Avisos | null;
}

export interface Columna<P = Pedido> {
  estado: Estado;
  total: number;
  /** Newest first. An open state has its oldest 100 orders, a closed one the newest that `cerrados` asks for. */
  pedidos: P[];
}

export interface Tablero<P = Pedido> {
  /** Sent to the stream as `Last-Event-ID`, it misses nothing after this board; null before the first event. */
  posicion: string | null;
  columnas: Columna<P>[];
}

/** A screen on a wall shows the board, or the part that concerns the kitchen. */
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

/** A screen's own data, as the screen itself reads them. */
export interface PantallaAbierta {
  pantalla: Pick<Pantalla, 'id' | 'nombre' | 'clase'>;
  cuenta: Cuenta;
}

export interface PaginaPedidos extends Lista<Pedido> {
  /** `total_aprox` is null for a search that walks the list: it does not count its matches. */
  paginacion: Omit<Paginacion, 'total_aprox'> & { total_aprox: number | null };
  /** The number of orders that such a search examined; else absent. */
  examinados?: number;
}

export interface EventoPedido extends Omit<Evento, 'restaurante_id' | 'datos'> {
  entregas: (Entrega & { webhook_id: string })[];
}

export interface FichaPedido {
  pedido: Pedido;
  historial: EntradaHistorial[];
  /** Oldest first; only those that the log still keeps. */
  eventos: EventoPedido[];
}

/** The number of orders that have the customer of an order, or that had them until they were forgotten. */
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
  estado: 'activa' | 'expirada' | 'revocada';
  /** An e-mail address, `cli:<login>`, or the id of a user who was deleted. */
  creador: string;
  creada_en: string;
  expira_en: string | null;
  revocada_en: string | null;
  ultimo_uso_en: string | null;
  /** Requests of seven UTC days, today included. `limitadas_7d` were answered 429. */
  uso: { '7d': number; limitadas_7d: number };
}

/** The only answer that shows the token. */
export type LlaveCreada = { llave: Llave; token: string };

export interface LlaveRotada extends LlaveCreada {
  anterior_expira_en: string;
}

/** The attempts of a webhook in an hour. */
export interface HoraWebhook {
  inicio: string;
  exitos: number;
  fallos: number;
  duracion_media_ms: number;
  duracion_max_ms: number;
}

/** A delivery as it would be sent now: signatures are not stored. */
export interface PeticionEntrega {
  cabeceras: { nombre: string; valor: string }[];
  cuerpo: string;
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
  /** An e-mail address, `cli:<login>` or `pantalla:<id>`. */
  actor: string;
  /** Such as `llave.creada`, `restaurante.suspendido` or `sesion.iniciada`. */
  accion: string;
  objeto: string;
  /** The names of actor, object and restaurant, if they have one; ids are for machines. */
  nombres: { actor: string | null; objeto: string | null; restaurante: string | null };
  restaurante_id: string | null;
  detalle: Record<string, unknown>;
}

export interface UsuarioDetalle extends Usuario {
  creado_en: string;
  /** `pendiente`: has not chosen a password yet. */
  estado: 'pendiente' | 'activo' | 'desactivado';
  /** Whether an operator requires a second factor of them. */
  factor_exigido: boolean;
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
