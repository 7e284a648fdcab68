import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { Salud } from '../../domain/webhooks/lane-health.ts';
import type { Fallo } from '../../domain/webhooks/outcome.ts';
import type {
  Begun,
  Entrega,
  EstadoEntrega,
  Lane,
  LaneAdvance,
  MotivoInactivo,
  Reenvio,
  Settled,
  Suscripcion,
  Webhook,
} from '../port/webhooks.ts';

/** Deliveries of a lane that are owed and were tried; with as many, its log waits for some to end. */
export const OPEN_MAX = 5_000;
/** Deliveries of a re-send that are on their way at a time. */
export const RESEND_WINDOW = 64;

export type WebhookRow = {
  restaurante_id: string;
  id: string;
  url: string;
  nombre: string | null;
  eventos: string;
  secreto: Uint8Array;
  activo: boolean | number;
  motivo: MotivoInactivo | null;
  creado_ms: number;
  ultima_entrega_ms: number | null;
};

export const WEBHOOK_COLUMNS = `restaurante_id, id, url, nombre, eventos, secreto, activo, motivo,
  creado_ms, ultima_entrega_ms`;

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  restauranteId: row.restaurante_id,
  url: row.url,
  nombre: row.nombre,
  eventos: row.eventos.split(',') as Suscripcion[],
  secreto: row.secreto,
  activo: Boolean(row.activo),
  motivo: row.motivo,
  creadoMs: row.creado_ms,
  ultimaEntregaMs: row.ultima_entrega_ms,
});

/** A webhook's row as its sender needs it, with the head of its restaurant's log. */
export type LaneRow = WebhookRow & {
  turno: number;
  cursor: number;
  hasta: number;
  recupera_hasta: number;
  fallos_seguidos: number;
  sin_exito_desde_ms: number | null;
  pausa_hasta_ms: number;
  sonda_ms: number;
  arrendatario: string | null;
  head: number;
  cuenta_activa: boolean | number;
  /** Whether any delivery of it is owed and was tried, and whether any is still to be sent again. */
  abiertas: boolean | number;
  reenviando: boolean | number;
};

export const LANE_COLUMNS = `w.restaurante_id, w.id, w.url, w.nombre, w.eventos, w.secreto, w.activo,
  w.motivo, w.creado_ms, w.ultima_entrega_ms, w.turno, w.cursor, w.hasta, w.recupera_hasta,
  w.fallos_seguidos, w.sin_exito_desde_ms, w.pausa_hasta_ms, w.sonda_ms, w.arrendatario,
  g.secuencia AS head, r.activo AS cuenta_activa,
  EXISTS (
    SELECT 1 FROM entregas e
    WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = 'pendiente'
  ) AS abiertas,
  EXISTS (
    SELECT 1 FROM reenvios v
    WHERE v.restaurante_id = w.restaurante_id AND v.webhook_id = w.id AND v.posicion < v.hasta
  ) AS reenviando`;

export const toSalud = (row: LaneRow): Salud => ({
  fallosSeguidos: row.fallos_seguidos,
  sinExitoDesdeMs: row.sin_exito_desde_ms,
  pausaHastaMs: row.pausa_hasta_ms,
  sondaMs: row.sonda_ms,
});

export const toLane = (row: LaneRow): Lane => ({
  webhook: toWebhook(row),
  turno: row.turno,
  cursor: row.cursor,
  hasta: row.hasta,
  recuperaHasta: row.recupera_hasta,
  salud: toSalud(row),
});

/** The answer to a step of somebody who has lost the lane. */
export const lostLane = (webhookId: string): LaneAdvance => ({
  webhookId,
  lost: true,
  active: false,
  released: true,
  begun: [],
  hasta: 0,
  head: 0,
  proximoMs: null,
  resendMs: null,
});

export type EntregaRow = {
  webhook_id: string;
  secuencia: number;
  evento_id: string;
  tipo: TipoEvento;
  pedido_id: string;
  estado: EstadoEntrega;
  intentos: number;
  fallos: number;
  creado_ms: number;
  ultimo_ms: number | null;
  proximo_ms: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracion_ms: number | null;
  extracto: string | null;
};

export const ENTREGA_COLUMNS = `webhook_id, secuencia, evento_id, tipo, pedido_id, estado, intentos,
  fallos, creado_ms, ultimo_ms, proximo_ms, status, fallo, duracion_ms, extracto`;

export const toEntrega = (row: EntregaRow): Entrega => ({
  webhookId: row.webhook_id,
  secuencia: row.secuencia,
  eventoId: row.evento_id,
  tipo: row.tipo,
  pedidoId: row.pedido_id,
  estado: row.estado,
  intentos: row.intentos,
  creadoMs: row.creado_ms,
  ultimoMs: row.ultimo_ms,
  proximoMs: row.estado === 'pendiente' ? row.proximo_ms : null,
  status: row.status,
  fallo: row.fallo,
  duracionMs: row.duracion_ms,
  extracto: row.extracto,
});

/** A delivery that is due, with the bytes of its event. */
export type DueRow = Omit<EntregaRow, 'webhook_id' | 'estado' | 'ultimo_ms'> & {
  cuerpo: Uint8Array | string;
};

export const toBegun = (row: DueRow, kind: 'retry' | 'resend'): Begun => ({
  secuencia: row.secuencia,
  eventoId: row.evento_id,
  tipo: row.tipo,
  pedidoId: row.pedido_id,
  creadoMs: row.creado_ms,
  body: typeof row.cuerpo === 'string' ? Buffer.from(row.cuerpo) : row.cuerpo,
  kind,
  intento: row.intentos + 1,
  fallos: row.fallos,
  dueMs: row.proximo_ms ?? 0,
});

export type EventRow = {
  secuencia: number;
  id: string;
  tipo: TipoEvento;
  pedido_id: string;
  creado_ms: number;
  /** Null where nobody asked for it. */
  cuerpo: Uint8Array | string | null;
};

export const freshFrom = (row: EventRow & { cuerpo: Uint8Array | string }): Begun => ({
  secuencia: row.secuencia,
  eventoId: row.id,
  tipo: row.tipo,
  pedidoId: row.pedido_id,
  creadoMs: row.creado_ms,
  body: typeof row.cuerpo === 'string' ? Buffer.from(row.cuerpo) : row.cuerpo,
  kind: 'fresh',
  intento: 1,
  fallos: 0,
  dueMs: 0,
});

/** How often it was sent or may have been, once it has settled. */
export const attemptsOf = ({ begun, untried }: Settled): number =>
  untried ? begun.intento - 1 : begun.intento;

/** Orders of a lane behind which something may have to be let go: it waits, or what it waited for ended. */
export const ordersToRelease = (settled: readonly Settled[], kind: 'live' | 'resend'): string[] => [
  ...new Set(
    settled
      .filter(({ begun }) => (begun.kind === 'resend') === (kind === 'resend'))
      .filter(({ begun, estado, proximoMs }) =>
        estado === 'pendiente' ? proximoMs === null : begun.kind !== 'fresh',
      )
      .map(({ begun }) => begun.pedidoId),
  ),
];

/** What a step has to look at: a healthy lane has nothing open, and is spared the questions about it. */
export const looksOf = (row: LaneRow, settled: readonly Settled[]) => {
  const open = Boolean(row.abiertas) || settled.some(({ estado }) => estado === 'pendiente');
  const resending = open || Boolean(row.reenviando);
  return { open, resending, fresh: row.head > row.hasta };
};

/** How far all is accounted for, once a step has begun what it begins. */
export const cursorAfter = (
  settledTo: number,
  hastaBefore: number,
  hasta: number,
  fresh: readonly Begun[],
): number => {
  if (settledTo < hastaBefore) return settledTo;
  const [first] = fresh;
  return first === undefined ? hasta : first.secuencia - 1;
};

export type ReenvioRow = {
  restaurante_id: string;
  webhook_id: string;
  id: string;
  creado_ms: number;
  desde: number;
  hasta: number;
  posicion: number;
  encoladas: number;
  entregadas: number;
  fallidas: number;
};

export const REENVIO_COLUMNS = `restaurante_id, webhook_id, id, creado_ms, desde, hasta, posicion,
  encoladas, entregadas, fallidas`;

export const toReenvio = (row: ReenvioRow): Reenvio => ({
  id: row.id,
  restauranteId: row.restaurante_id,
  webhookId: row.webhook_id,
  creadoMs: row.creado_ms,
  desde: row.desde,
  hasta: row.hasta,
  posicion: row.posicion,
  encoladas: row.encoladas,
  entregadas: row.entregadas,
  fallidas: row.fallidas,
  completo: row.posicion >= row.hasta && row.entregadas + row.fallidas >= row.encoladas,
});
