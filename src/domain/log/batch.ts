import type { ComandoPedido } from '../../contract/comandos.ts';
import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { Estado, Pedido, Tipo } from '../../contract/recursos/pedido.ts';
import type { MintId } from '../ids.ts';
import { readNumero } from '../pedido/numero.ts';
import type { PedidoJson } from '../pedido/pedido-json.ts';
import type { Refusal } from '../pedido/refusal.ts';
import { type Dia, makeLocalDay } from '../resumen/dias.ts';
import type { ResumenDeltas } from '../resumen/resumen.ts';

/** The account whose orders a batch changes. */
export interface Cuenta {
  id: string;
  slug: string;
  nombre: string;
  zonaHoraria: string;
  activo: boolean;
  ingesta: boolean;
}

/** An order as the log knows it: `entradas` counts its history, `json` spares serialising again. */
export interface StoredPedido {
  pedido: Pedido;
  entradas: number;
  json?: PedidoJson;
}

export type Answer = { ok: true; pedidoId: string; eventoId: string | null } | Refusal;

/** What a batch must know before it can be planned. `pedidos` holds those that exist. */
export interface BatchState {
  cuenta: Cuenta | null;
  /** Last event sequence, and the tag that the log's event ids carry. */
  secuencia: number;
  logTag: string;
  pedidos: Map<string, StoredPedido>;
  claves: ReadonlyMap<string, Answer>;
  /** Last human number of each local day that the batch may number. */
  numeros: Map<Dia, number>;
}

export interface PedidoWrite {
  id: string;
  estado: Estado;
  tipo: Tipo;
  creadoMs: number;
  entradas: number;
  /** UTF-8 of the wire JSON. */
  body: Uint8Array;
  /** A checksum: together with `entradas` it tells one state of an order from another. */
  huella: number;
  isNew: boolean;
}

export interface EventoWrite {
  secuencia: number;
  id: string;
  tipo: TipoEvento;
  pedidoId: string;
  creadoMs: number;
  body: Uint8Array;
}

export interface ConteoDelta {
  diaUtc: number;
  estado: Estado;
  tipo: Tipo;
  pedidos: number;
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
}

export interface BatchContext {
  now: number;
  mintId: MintId;
  randomBytes: (size: number) => Uint8Array;
}

/** The rows that a batch reads first. Days to number need the account's zone, hence the second step. */
export const neededKeys = (comandos: readonly ComandoPedido[]) => {
  const pedidos = new Set<string>();
  const claves = new Set<string>();
  for (const comando of comandos) {
    const id = 'pedido' in comando ? comando.pedido.id : comando.pedido_id;
    if (id !== undefined) pedidos.add(id);
    if (comando.clave !== undefined) claves.add(comando.clave);
  }
  return { pedidos, claves };
};

export const neededDays = (
  comandos: readonly ComandoPedido[],
  zonaHoraria: string,
  now: number,
): Set<Dia> => {
  const localDay = makeLocalDay(zonaHoraria);
  const days = new Set<Dia>();
  for (const comando of comandos) {
    if ('pedido' in comando) {
      const creado = comando.pedido.creado_en ?? comando.momento;
      days.add(localDay(creado === undefined ? now : Date.parse(creado)));
      const given = readNumero(comando.pedido.numero);
      if (given !== null) days.add(given.dia);
    }
  }
  return days;
};
