import { EventSource as PackagedEventSource } from 'eventsource';
import {
  type Evento,
  type REANUDACIONES,
  TIPOS_EVENTO,
} from '../../src/contract/recursos/evento.ts';
import { startBrowser } from '../support/browser.ts';
import { startSite } from '../support/machine/loopback.ts';
import type { Cleanup } from '../support/service.ts';

export interface Heard {
  /** For each event, the `lastEventId` of its message and its content, in order of arrival. */
  events: { tipo: string; lastEventId: string; evento: Evento }[];
  pings: {
    lastEventId: string;
    ping: {
      reanudacion: (typeof REANUDACIONES)[number];
      desde: string | null;
      hasta: string | null;
    };
  }[];
  /** 0 connecting, 1 open, 2 given up. */
  readyState: number;
}

/** An independent implementation of a client of event streams. */
export interface Listener {
  heard(): Promise<Heard>;
}

export type Listen = (url: string) => Promise<Listener>;

interface Source {
  readonly readyState: number;
  addEventListener(
    type: string,
    then: (event: { type: string; lastEventId: string; data: string }) => void,
  ): void;
}

/** Collects what a source hears. It also runs inside the page, so that both clients are observed alike. */
const listenTo = (source: Source, tipos: readonly string[]): (() => Heard) => {
  const events: Heard['events'] = [];
  const pings: Heard['pings'] = [];
  for (const tipo of tipos) {
    source.addEventListener(tipo, ({ type, lastEventId, data }) => {
      events.push({ tipo: type, lastEventId, evento: JSON.parse(data) });
    });
  }
  source.addEventListener('conexion.ping', ({ lastEventId, data }) => {
    pings.push({ lastEventId, ping: JSON.parse(data) });
  });
  return () => ({ events, pings, readyState: source.readyState });
};

/** The `eventsource` package. */
export const listenWithPackage =
  (t: Cleanup): Listen =>
  async (url) => {
    const source = new PackagedEventSource(url);
    t.after(async () => source.close());
    const heard = listenTo(source, TIPOS_EVENTO);
    return { heard: async () => heard() };
  };

/** The browser's own EventSource, in a page from another origin. */
export const listenInBrowser = async (t: Cleanup): Promise<Listen> => {
  const site = await startSite(t, (_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Cocina</title>');
  });
  const browser = await startBrowser(t);
  return async (url) => {
    const page = await browser.newPage();
    await page.goto(site);
    const arguments_ = `new EventSource(${JSON.stringify(url)}), ${JSON.stringify(TIPOS_EVENTO)}`;
    await page.evaluate(`globalThis.heard = (${listenTo})(${arguments_}); undefined`);
    return { heard: () => page.evaluate('globalThis.heard()') as Promise<Heard> };
  };
};
