import type { Plazos } from '../../contract/panel.ts';
import type { TipoRegistrado } from '../../contract/recursos/evento.ts';
import type { Origen } from '../../contract/recursos/historial.ts';
import type { Estado, Pedido, Tipo } from '../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../cliente/client-keys.ts';
import type { ComandoLog } from '../cliente/olvido.ts';
import type { MintId } from '../ids.ts';
import type { MoneyDeltas } from '../money/share.ts';
import type { Fechas } from '../pedido/fechas.ts';
import { readNumero } from '../pedido/numero.ts';
import type { PedidoJson } from '../pedido/pedido-json.ts';
import type { Refusal } from '../pedido/refusal.ts';
import type { Dia } from '../resumen/dias.ts';
import type { ResumenDeltas } from '../resumen/resumen.ts';
import { DAY_MS, isoDate, utcDay } from '../time.ts';

export interface Cuenta {
  id: string;
  slug: string;
  nombre: string;
  zonaHoraria: string;
  /** The hour at which the panel's day begins (domain/resumen/jornadas.ts). */
  corte: number;
  /** When an order of the kitchen is late. */
  plazos: Plazos;
  activo: boolean;
  ingesta: boolean;
}

/** An order as stored. */
export interface StoredPedido {
  pedido: Pedido;
  /** The length of its history. */
  entradas: number;
  /**
   * The key under which summaries still count the customer after the order has forgotten them; empty if the order never
   * had one, null while the customer is not forgotten.
   */
  olvidado: string | null;
  /** Saves serialising the order again. */
  json?: PedidoJson;
}

export type Answer = { ok: true; pedidoId: string; eventoId: string | null } | Refusal;

/** The rows that a batch is planned on. `pedidos` holds the orders that exist. */
export interface BatchState {
  cuenta: Cuenta | null;
  /** Last event sequence, and the tag that the log's event ids carry. */
  secuencia: number;
  logTag: string;
  /** Where the last closed month ends. */
  cerradoHastaMs: number;
  pedidos: Map<string, StoredPedido>;
  claves: ReadonlyMap<string, Answer>;
  /** Last human number of each local day that the batch may number. */
  numeros: Map<Dia, number>;
}

interface PedidoWrite extends Fechas {
  id: string;
  estado: Estado;
  tipo: Tipo;
  metodo: string;
  creadoMs: number;
  entradas: number;
  body: Uint8Array;
  /** A checksum. Together with `entradas` it identifies a state of the order (ETag). */
  fingerprint: number;
  /** The sequence of its last event, and when that was stored. */
  secuencia: number;
  cambiadoMs: number;
  isNew: boolean;
}

export interface EventoWrite {
  secuencia: number;
  id: string;
  tipo: TipoRegistrado;
  pedidoId: string;
  creadoMs: number;
  body: Uint8Array;
}

/** Stands for all methods of payment where orders are counted: no method is empty. */
export const ANY_METHOD = '';

export interface ConteoDelta {
  diaUtc: number;
  /** The method of payment, or ANY_METHOD. */
  metodo: string;
  estado: Estado;
  tipo: Tipo;
  pedidos: number;
}

/**
 * An order whose customer is forgotten. Its history before entry `n` and its events before `secuencia` must not name
 * the customer any more.
 */
export interface Olvido {
  pedidoId: string;
  n: number;
  secuencia: number;
  /** As in `StoredPedido`. */
  olvidado: string;
  /** The keys that led to the order. */
  claves: string[];
}

interface Referencia {
  referencia: string;
  pedidoId: string;
}

/** A change of an order that may reach back into closed months. */
export interface LateChange {
  before: Pedido | null;
  after: Pedido;
  momento: string;
  origen: Origen;
  usuario: string | null;
}

/** Everything one transaction has to store. An order changed several times is written once. */
export interface BatchPlan {
  answers: Answer[];
  secuencia: number;
  pedidos: PedidoWrite[];
  /** Each entry with the sequence of the event that was announced with it, if any. */
  historial: { pedidoId: string; n: number; json: string; secuencia: number | null }[];
  eventos: EventoWrite[];
  claves: { clave: string; pedidoId: string; eventoId: string | null }[];
  numeros: Map<Dia, number>;
  conteos: ConteoDelta[];
  resumen: ResumenDeltas;
  money: MoneyDeltas;
  /** The keys of the customers of new orders. */
  clientes: { cliente: string; pedidoId: string }[];
  /** The keys by which orders are found: those that they have gained, and those that they have lost. */
  referencias: Referencia[];
  referenciasPerdidas: Referencia[];
  olvidos: Olvido[];
  tardios: LateChange[];
}

/** Whether there is nothing to store. */
export const isEmptyPlan = ({ pedidos, claves, olvidos }: BatchPlan): boolean =>
  pedidos.length + claves.length + olvidos.length === 0;

export interface BatchContext {
  now: number;
  mintId: MintId;
  clientKeys: ClientKeys;
  randomBytes: (size: number) => Uint8Array;
}

/** When the oldest new order was created, if that is more than a day ago: younger orders are too young to forget. */
export const agedOrder = ({ pedidos }: BatchPlan, now: number): number | null => {
  let oldestMs = now - DAY_MS;
  for (const { isNew, creadoMs } of pedidos) if (isNew && creadoMs < oldestMs) oldestMs = creadoMs;
  return oldestMs < now - DAY_MS ? oldestMs : null;
};

/** The order that a command is about; undefined for a new one whose id is to be minted. */
export const orderIdOf = (comando: ComandoLog): string | undefined =>
  'pedido' in comando ? comando.pedido.id : comando.pedido_id;

export const neededKeys = (comandos: readonly ComandoLog[]) => {
  const pedidos = new Set<string>();
  const claves = new Set<string>();
  for (const comando of comandos) {
    const id = orderIdOf(comando);
    if (id !== undefined) pedidos.add(id);
    if (comando.clave !== undefined) claves.add(comando.clave);
  }
  return { pedidos, claves };
};

/** The local days that a batch may number, in any time zone: none is a whole day away from UTC. */
export const candidateDays = (comandos: readonly ComandoLog[], now: number): Set<Dia> => {
  const days = new Set<Dia>();
  const utcDays = new Set<number>();
  for (const comando of comandos) {
    if (!('pedido' in comando)) continue;
    const { creado_en, numero } = comando.pedido;
    const creado = creado_en ?? comando.momento;
    utcDays.add(utcDay(creado === undefined ? now : Date.parse(creado)));
    const given = readNumero(numero);
    if (given !== null) days.add(given.dia);
  }
  for (const day of utcDays) {
    for (const each of [day - 1, day, day + 1]) days.add(isoDate(each));
  }
  return days;
};
