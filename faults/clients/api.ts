import { Agent, request as openRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Evento, IMPORTADO } from '../../src/contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../src/contract/recursos/historial.ts';
import type { Paginacion } from '../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { bearer } from '../../test/support/service.ts';
import { isUntaken } from './untaken.ts';

interface Page<T> {
  datos: T[];
  paginacion: Paginacion;
}

interface Reply {
  status: number;
  body: unknown;
}

interface RequestOptions {
  method?: string;
  body?: object;
}

/** The API as a restaurant's own programs use it. */
export interface Api {
  /** Repeats the request until it is answered: waits out 503, 429 and broken connections. */
  request(path: string, options?: RequestOptions): Promise<Reply>;
  /** Requests that a process had taken and that failed without an answer. */
  readonly broken: readonly string[];
  /** Answers that told the client to come back later. */
  readonly refused: readonly string[];
  /** The whole log. */
  eventos(): Promise<Evento[]>;
  /** All pages of the list, and the service's total. */
  pedidos(): Promise<{ pedidos: Pedido[]; total: number }>;
  count(filter: string): Promise<number>;
  historial(pedidoId: string): Promise<EntradaHistorial[]>;
}

const AGAIN_MS = 50;
const PATIENCE_MS = 30_000;

/** Uses the keys in turn, enough of them to read everything within their limits. */
export const makeApi = (url: () => string, tokens: readonly string[]): Api & Disposable => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const [broken, refused]: [string[], string[]] = [[], []];
  let turn = 0;

  const requestOnce = (
    path: string,
    token: string,
    { method = 'GET', body }: RequestOptions,
  ): Promise<Reply | null> =>
    new Promise((resolve) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const outgoing = openRequest(`${url()}/api${path}`, {
        method,
        agent,
        headers: {
          ...bearer(token),
          ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        },
      });
      const die = (error: Error): void => {
        broken.push(`${method} ${path}: ${error.message}`);
        resolve(null);
      };
      outgoing.on('error', (error) => {
        if (isUntaken(error, outgoing)) resolve(null);
        else die(error);
      });
      outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('timeout')));
      outgoing.on('response', (incoming) => {
        incoming.toArray().then((chunks) => {
          const text = Buffer.concat(chunks).toString('utf8');
          const { statusCode: status = 0, headers } = incoming;
          if (status === 503) refused.push(`503 ${headers['retry-after']} ${text}`);
          resolve({ status, body: text === '' ? null : JSON.parse(text) });
        }, die);
      });
      outgoing.end(bytes);
    });

  const request = async (path: string, options: RequestOptions = {}): Promise<Reply> => {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const token = tokens[turn % tokens.length] ?? '';
      turn += 1;
      const reply = await requestOnce(path, token, options);
      const isLate = performance.now() > untilMs;
      if (reply === null && isLate) throw new Error(`no answer to ${path}: ${broken.at(-1)}`);
      if (reply !== null && reply.status !== 429 && (reply.status !== 503 || isLate)) return reply;
      await wait(reply?.status === 429 ? 1_000 : AGAIN_MS);
    }
  };

  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await request(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  };

  return {
    request,
    broken,
    refused,
    async eventos() {
      const all: Evento[] = [];
      for (let after = ''; ; ) {
        const { datos, paginacion } = await get<Page<Evento>>(
          `/eventos?limite=100&eventos=*,${IMPORTADO}${after}`,
        );
        all.push(...datos);
        if (datos.length === 0) return all;
        after = `&despues_de=${paginacion.siguiente}`;
      }
    },
    async pedidos() {
      const all: Pedido[] = [];
      let total = 0;
      for (let cursor = ''; ; ) {
        const { datos, paginacion } = await get<Page<Pedido>>(`/pedidos?limite=100${cursor}`);
        all.push(...datos);
        if (cursor === '') total = paginacion.total_aprox;
        if (paginacion.siguiente === null) return { pedidos: all, total };
        cursor = `&cursor=${paginacion.siguiente}`;
      }
    },
    async count(filter) {
      const { paginacion } = await get<Page<Pedido>>(`/pedidos?limite=1&${filter}`);
      return paginacion.total_aprox;
    },
    async historial(pedidoId) {
      const { eventos } = await get<{ eventos: EntradaHistorial[] }>(
        `/pedidos/${pedidoId}/historial`,
      );
      return eventos;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
};
