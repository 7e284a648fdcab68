import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Ruta } from '../../contract/rutas/ruta.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../../contract/rutas/rutas.ts';
import type { CursorCodec } from '../../domain/cursor.ts';
import type { Store } from '../../storage/port/store.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { Answer } from '../wire/answer.ts';
import type { Caller } from './auth.ts';
import { readCarta, readZonas } from './recursos/carta.ts';
import { listEntregas } from './recursos/entregas.ts';
import { listEventos } from './recursos/eventos.ts';
import { listPedidos, readHistorial, readPedido } from './recursos/pedidos.ts';
import { createReenvio, listReenvios } from './recursos/reenvios.ts';
import { readRestaurante } from './recursos/restaurante.ts';
import { readResumen } from './recursos/resumen.ts';
import { listenToEvents } from './recursos/stream.ts';
import {
  activateWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from './recursos/webhooks.ts';

/** What a handler is given. */
export interface ApiRequest {
  llave: Caller['llave'];
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** What follows `?`, as it came. */
  query: string;
  /** What was sent, checked against the operation's schema; undefined where it takes nothing. */
  body: unknown;
  /** How it came, for what depends on it; nothing where the panel reads through a handler. */
  wire?: Wire;
}

export interface Wire {
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
}

export type Handler = (request: ApiRequest) => Promise<Answer>;

/** An operation of the contract and what carries it out. */
export type Route = Pick<Ruta, 'method' | 'path' | 'alcance' | 'query' | 'body'> & {
  /** It looks, and neither changes nor holds anything. */
  isRead: boolean;
  handle: Handler;
};

export interface RouteDeps {
  store: Store;
  clock: Clock;
  cursors: CursorCodec;
  hub: Pick<Hub, 'prepare'>;
  webhooks: Webhooks;
}

/** The public API, all of it: an operation that has no handler here does not compile. */
export const makeRoutes = ({ store, clock, cursors, hub, webhooks }: RouteDeps): Route[] => {
  const handlers: Record<Operacion, Handler> = {
    listarPedidos: listPedidos(store, cursors),
    leerPedido: readPedido(store),
    leerHistorial: readHistorial(store),
    leerCarta: readCarta(store),
    listarZonas: readZonas(store),
    leerRestaurante: readRestaurante(store),
    leerResumen: readResumen(store, clock),
    escucharEventos: listenToEvents(hub),
    listarEventos: listEventos(store),
    crearWebhook: createWebhook(webhooks),
    listarWebhooks: listWebhooks(webhooks),
    eliminarWebhook: removeWebhook(webhooks),
    listarEntregas: listEntregas(webhooks, cursors),
    probarWebhook: testWebhook(webhooks),
    crearReenvio: createReenvio(webhooks),
    listarReenvios: listReenvios(webhooks),
    activarWebhook: activateWebhook(webhooks),
  };
  return OPERACIONES.map((id) => {
    const ruta: Ruta = RUTAS[id];
    const isRead = ruta.method === 'GET' && ruta.response.mediaType === undefined;
    return { ...ruta, isRead, handle: handlers[id] };
  });
};
