import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../src/contract/recursos/historial.ts';
import type { Paginacion } from '../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';

export interface Page<T> {
  datos: T[];
  paginacion: Paginacion;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface Ask {
  method?: string;
  body?: object;
}

/** What a restaurant's own programs see of it. */
export interface Api {
  ask(path: string, ask?: Ask): Promise<Reply>;
  /** The whole log. */
  eventos(): Promise<Evento[]>;
  /** The whole list, and how many the service says there are. */
  pedidos(): Promise<{ pedidos: Pedido[]; total: number }>;
  count(filter: string): Promise<number>;
  historial(pedidoId: string): Promise<EntradaHistorial[]>;
}

const AGAIN_MS = 50;
/** For an answer that is owed: after this the service is not there. */
const PATIENCE_MS = 30_000;

/**
 * Asks until it is answered: 503 and broken connections are passed over, 429 is waited for. There are
 * as many keys as it takes to read everything within their limit.
 */
export const makeApi = (url: () => string, tokens: readonly string[]): Api & Disposable => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let turn = 0;

  const once = (path: string, token: string, { method = 'GET', body }: Ask): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const outgoing = request(`${url()}/api${path}`, {
        ...{ method, agent },
        headers: {
          authorization: `Bearer ${token}`,
          ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        },
      });
      outgoing.on('error', reject).setTimeout(PATIENCE_MS, () => outgoing.destroy());
      outgoing.on('response', (incoming) => {
        incoming.toArray().then((chunks) => {
          const text = Buffer.concat(chunks).toString('utf8');
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, body: text === '' ? null : JSON.parse(text) });
        }, reject);
      });
      outgoing.end(bytes);
    });

  const ask = async (path: string, how: Ask = {}): Promise<Reply> => {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const token = tokens[turn % tokens.length] ?? '';
      turn += 1;
      const reply = await once(path, token, how).catch((error: unknown) => {
        if (performance.now() > untilMs) throw new Error(`no answer to ${path}`, { cause: error });
        return null;
      });
      const isPassing = reply === null || reply.status === 503;
      if (reply !== null && reply.status !== 429 && (!isPassing || performance.now() > untilMs)) {
        return reply;
      }
      await wait(reply?.status === 429 ? 1_000 : AGAIN_MS);
    }
  };

  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  };

  return {
    ask,
    async eventos() {
      const all: Evento[] = [];
      for (let after = ''; ; ) {
        const { datos, paginacion } = await get<Page<Evento>>(`/eventos?limite=100${after}`);
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
