import { type EventsOptions, followEvents } from './events.ts';
import { type CallOptions, type ComandaOptions, type Http, makeHttp, type Query } from './http.ts';
import type {
  Caja,
  Carta,
  Cierre,
  EntregaWebhook,
  Evento,
  ExportarTabla,
  Historial,
  LeerCaja,
  LeerCarta,
  LeerResumen,
  ListaCambiosCierre,
  ListaCierres,
  ListaReenvios,
  ListarCambiosCierre,
  ListarCierres,
  ListarEntregas,
  ListarEventos,
  ListarPedidos,
  ListaWebhooks,
  ListaZonas,
  PaginaEntregas,
  PaginaEventos,
  PaginaPedidos,
  Pedido,
  Prueba,
  Reenvio,
  ReenvioNuevo,
  Restaurante,
  Resumen,
  Rotacion,
  Salud,
  SecretoRotado,
  Webhook,
  WebhookCambios,
  WebhookCreado,
  WebhookEliminado,
  WebhookNuevo,
} from './types.ts';

/** The service finishes a workbook before it sends the first byte: one of 100,000 rows may take minutes. */
const WORKBOOK_MS = 300_000;

export type Tabla = 'pedidos' | 'items' | 'iva' | 'pagos';

/** One restaurant's data, as its API key allows. */
export class Comanda {
  readonly #http: Http;

  constructor(options: ComandaOptions) {
    this.#http = makeHttp(options);
  }

  readonly pedidos = {
    list: (query: ListarPedidos = {}, call?: CallOptions): Promise<PaginaPedidos> =>
      this.#get('/pedidos', query, call),
    /** Every order that matches, newest first, page by page. */
    all: (query: ListarPedidos = {}, call?: CallOptions): AsyncGenerator<Pedido> =>
      everyPage((cursor) => this.pedidos.list({ limite: 100, ...query, ...cursor }, call)),
    get: (id: string, call?: CallOptions): Promise<Pedido> =>
      this.#get(`/pedidos/${encodeURIComponent(id)}`, {}, call),
    history: (id: string, call?: CallOptions): Promise<Historial> =>
      this.#get(`/pedidos/${encodeURIComponent(id)}/historial`, {}, call),
  };

  readonly eventos = {
    list: (query: ListarEventos = {}, call?: CallOptions): Promise<PaginaEventos> =>
      this.#get('/eventos', query, call),
    /** The events that are kept, oldest first, up to now. */
    all: (query: ListarEventos = {}, call?: CallOptions): AsyncGenerator<Evento> =>
      this.#everyEvent(query, call),
  };

  readonly webhooks = {
    create: (webhook: WebhookNuevo, call?: CallOptions): Promise<WebhookCreado> =>
      this.#send('POST', '/webhooks', webhook, call),
    list: (call?: CallOptions): Promise<ListaWebhooks> => this.#get('/webhooks', {}, call),
    update: (id: string, changes: WebhookCambios, call?: CallOptions): Promise<Webhook> =>
      this.#send('PATCH', webhookPath(id), changes, call),
    rotateSecret: (
      id: string,
      rotation: Rotacion = {},
      call?: CallOptions,
    ): Promise<SecretoRotado> => this.#send('POST', `${webhookPath(id)}/secreto`, rotation, call),
    delete: (id: string, call?: CallOptions): Promise<WebhookEliminado> =>
      this.#send('DELETE', webhookPath(id), undefined, call),
    test: (id: string, call?: CallOptions): Promise<Prueba> =>
      this.#send('POST', `${webhookPath(id)}/prueba`, undefined, call),
    activate: (id: string, call?: CallOptions): Promise<Webhook> =>
      this.#send('POST', `${webhookPath(id)}/activar`, undefined, call),
    health: (id: string, call?: CallOptions): Promise<Salud> =>
      this.#get(`${webhookPath(id)}/salud`, {}, call),
    deliveries: (
      id: string,
      query: ListarEntregas = {},
      call?: CallOptions,
    ): Promise<PaginaEntregas> => this.#get(`${webhookPath(id)}/entregas`, query, call),
    allDeliveries: (
      id: string,
      query: ListarEntregas = {},
      call?: CallOptions,
    ): AsyncGenerator<EntregaWebhook> =>
      everyPage((cursor) =>
        this.webhooks.deliveries(id, { limite: 100, ...query, ...cursor }, call),
      ),
    resend: (id: string, what: ReenvioNuevo, call?: CallOptions): Promise<Reenvio> =>
      this.#send('POST', `${webhookPath(id)}/reenvios`, what, call),
    resends: (id: string, call?: CallOptions): Promise<ListaReenvios> =>
      this.#get(`${webhookPath(id)}/reenvios`, {}, call),
  };

  /** Closed months. */
  readonly cierres = {
    list: (query: ListarCierres = {}, call?: CallOptions): Promise<ListaCierres> =>
      this.#get('/cierres', query, call),
    get: (id: string, call?: CallOptions): Promise<Cierre> =>
      this.#get(`/cierres/${encodeURIComponent(id)}`, {}, call),
    /** The orders that no longer count what they counted. */
    changes: (
      id: string,
      query: ListarCambiosCierre = {},
      call?: CallOptions,
    ): Promise<ListaCambiosCierre> =>
      this.#get(`/cierres/${encodeURIComponent(id)}/cambios`, query, call),
  };

  carta(query: LeerCarta = {}, call?: CallOptions): Promise<Carta> {
    return this.#get('/carta', query, call);
  }

  zonas(call?: CallOptions): Promise<ListaZonas> {
    return this.#get('/zonas', {}, call);
  }

  restaurante(call?: CallOptions): Promise<Restaurante> {
    return this.#get('/restaurante', {}, call);
  }

  resumen(query: LeerResumen = {}, call?: CallOptions): Promise<Resumen> {
    return this.#get('/resumen', query, call);
  }

  /** Sales and payments of a span; days begin at `corte`. */
  caja(query: LeerCaja, call?: CallOptions): Promise<Caja> {
    return this.#get('/caja', query, call);
  }

  /** Live events, each once and in order; goes on through restarts and outages. */
  events(options: EventsOptions = {}): AsyncGenerator<Evento> {
    return followEvents(this.#http, options);
  }

  /** All orders as one file. Its `body` fails when the file is cut; `x-posicion` is in its headers. */
  export(tabla: Tabla, query: ExportarTabla = {}, call?: CallOptions): Promise<Response> {
    const timeoutMsMin = query.formato === 'xlsx' ? WORKBOOK_MS : 0;
    return this.#http.request(`/exportacion/${tabla}`, { query, timeoutMsMin, ...call });
  }

  #get<T>(path: string, query: Query, call: CallOptions = {}): Promise<T> {
    return this.#http.json<T>(path, { query, ...call });
  }

  #send<T>(method: string, path: string, body: unknown, call: CallOptions = {}): Promise<T> {
    return this.#http.json<T>(path, { method, body, ...call });
  }

  async *#everyEvent(query: ListarEventos, call?: CallOptions): AsyncGenerator<Evento> {
    let after = query.despues_de;
    while (true) {
      const from = after === undefined ? {} : { despues_de: after };
      const { datos, paginacion } = await this.eventos.list(
        { limite: 100, ...query, ...from },
        call,
      );
      const { siguiente, total_aprox, limite } = paginacion;
      // All that were left fit on this page. Events that happen meanwhile are for the next walk.
      const isLast = siguiente === null || total_aprox <= limite;
      if (!isLast) refuseCircle(after, siguiente);
      yield* datos;
      if (isLast) return;
      after = siguiente;
    }
  }
}

interface Page<T> {
  datos: T[];
  paginacion: { siguiente: string | null };
}

async function* everyPage<T>(
  read: (cursor: { cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const { datos, paginacion }: Page<T> = await read(cursor === null ? {} : { cursor });
    if (cursor !== null) refuseCircle(cursor, paginacion.siguiente);
    yield* datos;
    cursor = paginacion.siguiente;
  } while (cursor !== null);
}

/** Fails on a page that leads to itself: a proxy that always gives the same page would be asked for ever. */
const refuseCircle = (cursor: string | undefined, siguiente: string | null): void => {
  if (siguiente === cursor) throw new Error(`the page after ${cursor} is followed by itself`);
};

const webhookPath = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;
