import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

const SAMPLES_A_ROUND = 50;
const PAUSE_MS = 40;
const P99_MS_MAX = 50;
/** Connections of each kind: 64 in all. */
const CONNECTIONS = 13;

type Ask = { method: string; path: string; body?: string };

const sign = (email: string) => JSON.stringify({ email, clave: 'no es la contraseña' });
const unknownFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`x${i}`, i])),
);
const KINDS: readonly ((turn: number) => Ask)[] = [
  () => ({ method: 'POST', path: '/panel/api/sesion', body: unknownFields }),
  (turn) => ({ method: 'POST', path: '/panel/api/sesion', body: sign(`a${turn}@a.example`) }),
  () => ({ method: 'GET', path: '/panel/api/sesiones' }),
  () => ({ method: 'GET', path: '/docs/es' }),
];

/** Asks again as soon as it has its answer, until it is told to stop. */
const flood = async (url: string, of: (turn: number) => Ask, isOver: () => boolean) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { origin } = new URL(url);
  for (let turn = 0; !isOver(); turn += 1) {
    const { method, path, body } = of(turn);
    const headers = { origin, 'x-comanda-panel': '1', 'content-type': 'application/json' };
    await new Promise<void>((resolve) => {
      request(origin + path, { method, agent, headers }, (response) => {
        response.resume().on('close', resolve);
      })
        .on('error', () => resolve())
        .end(body);
    });
  }
  agent.destroy();
};

/** Pipelines the largest document as far as the service allows. */
const pipeline = async (url: string, isOver: () => boolean) => {
  const { hostname, port } = new URL(url);
  const bytes = `GET /openapi.json HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(16);
  while (!isOver()) {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('error', () => undefined).resume();
    await Promise.race([wait(500), new Promise((resolve) => socket.once('close', resolve))]);
    socket.destroy();
  }
};

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Strangers without a key ask for everything at once; a client with a key still gets its pages in time. */
export const strangers: Scenario = {
  name: 'strangers',
  about: '64 connections without a key flood every door, while a key reads pages',
  engines: ['sqlite', 'postgres'],
  rounds: 10,
  // Its measure is a time, which means little on a machine that does something else too.
  onlyByName: true,
  prepare() {
    const times: number[] = [];
    const sorted = () => times.toSorted((a, b) => a - b);
    const readAPage = async (url: string, token: string) => {
      const begun = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/pedidos`, { headers });
      await answer.arrayBuffer();
      if (answer.status === 200) times.push(performance.now() - begun);
    };
    return {
      rig: { servers: 1, spareKeys: 40 },
      async play({ processes, random, restaurantes, tokens, startLoad }, rounds) {
        const stopLoad = startLoad();
        await wait(1_000);
        await stopLoad();
        const url = processes.publicUrl(random);
        const keys = tokens(restaurantes[0] ?? '');
        let isDone = false;
        const isOver = () => isDone;
        const floods = KINDS.flatMap((of) =>
          Array.from({ length: CONNECTIONS }, () => flood(url, of, isOver)),
        );
        const pipelines = Array.from({ length: 64 - floods.length }, () => pipeline(url, isOver));
        for (let i = 0; i < rounds * SAMPLES_A_ROUND; i += 1) {
          await readAPage(url, keys[i % keys.length] ?? '');
          await wait(PAUSE_MS);
        }
        isDone = true;
        await Promise.all([...floods, ...pipelines]);
      },
      check() {
        const p99 = quantile(sorted(), 0.99);
        return p99 < P99_MS_MAX ? [] : [`p99 of a page was ${p99.toFixed(1)} ms`];
      },
      report() {
        const [p50, p99] = [0.5, 0.99].map((q) => quantile(sorted(), q).toFixed(1));
        return `${times.length} pages, p50 ${p50} ms, p99 ${p99} ms`;
      },
    };
  },
};
