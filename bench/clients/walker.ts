// Lists the newest orders of a restaurant page by page, in a process of its own: with the client, and with as little
// code as possible.

import { Comanda } from '../../clients/typescript/src/index.ts';
import { answerCalls } from '../support/script.ts';

interface Walk {
  url: string;
  key: string;
  /** A whole number of pages: other measurements have added orders. */
  orders: number;
}

interface Page {
  datos: unknown[];
  paginacion: { siguiente: string | null };
}

/** Each gives the number of orders that it has read. */
const WALKS = {
  async client({ url, key, orders }: Walk): Promise<number> {
    let read = 0;
    for await (const _ of new Comanda({ url, key }).pedidos.all()) {
      read += 1;
      if (read === orders) break;
    }
    return read;
  },
  async bare({ url, key, orders }: Walk): Promise<number> {
    let read = 0;
    for (let cursor: string | null = ''; cursor !== null && read < orders; ) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const response: Response = await fetch(`${url}/api/pedidos?limite=100${more}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const page = JSON.parse(await response.text()) as Page;
      for (const _ of page.datos) read += 1;
      cursor = page.paginacion.siguiente;
    }
    return read;
  },
};

const api = {
  /** Microseconds of this process's processor time per order. */
  async walk(kind: keyof typeof WALKS, walk: Walk) {
    const before = process.cpuUsage();
    const read = await WALKS[kind](walk);
    const { user, system } = process.cpuUsage(before);
    if (read !== walk.orders) throw new Error(`there are ${read} orders`);
    return (user + system) / walk.orders;
  },
};

export type WalkerApi = typeof api;
answerCalls(api);
