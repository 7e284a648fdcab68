// Streams that come and go while one restaurant's log moves fast, in a process of its own. Each client writes down
// the sequence of every event that it is sent, over all its connections; an event that is missed or comes twice shows there.

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PREFIX } from '../../../src/contract/ids.ts';
import { decodeBase32 } from '../../../src/domain/ids.ts';
import { readSettings, replyWith } from '../../support/script.ts';
import { getRequest, type Publishing } from './protocol.ts';
import { openPublisher } from './publisher.ts';

const JOIN_EVERY_MS = 50;
/** A client stays for one of these and leaves; one in so many comes back; one in so many then stays. */
const STAYS_MS = [150, 400, 900, 1_700];
const COMES_BACK = 2;
const STAYS_ON = 8;
/** A client that the server lets go, for it was slow, comes back after this. */
const RETRY_MS = 100;
const TICK_MS = 5;
const LATE_MS_MAX = 15_000;

/** An event's id is its sequence and then the tag of its log. */
const TAG_CHARS = 16;

/** Where the id and the sequence stand in a frame. */
const HEAD_CHARS = 400;
const HEADERS_END = '\r\n\r\n';

interface Client {
  /** Where it began: what the first ping said. */
  from: number | null;
  sequences: number[];
  lastId: string | null;
  stop(): void;
}

export interface ReconnectSettings {
  port: number;
  tokens: string[];
  publishing: Publishing;
  rate: number;
  seconds: number;
}

export type Reconnected = Awaited<ReturnType<typeof run>>;

const settings = readSettings<ReconnectSettings>();
const clients: Client[] = [];
let connections = 0;
let refused = 0;

/** One connection of a client: after its last event, or from now on. */
const listen = (client: Client, token: string): void => {
  connections += 1;
  const socket = connect(settings.port, '127.0.0.1');
  const resume = client.lastId === null ? '' : `Last-Event-ID: ${client.lastId}\r\n`;
  socket.write(getRequest(`/api/stream?llave=${token}`, resume));
  let rest = '';
  let isOpen = false;
  let isStopped = false;
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    if (!isOpen) {
      const end = rest.indexOf(HEADERS_END);
      if (end < 0) return;
      if (!rest.startsWith('HTTP/1.1 200')) refused += 1;
      rest = rest.slice(end + HEADERS_END.length);
      isOpen = true;
    }
    const blocks = rest.split('\n\n');
    // A frame that was cut off does not count: the client will ask for it again.
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(client, block);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (!isStopped) setTimeout(() => isStopped || listen(client, token), RETRY_MS);
  });
  client.stop = () => {
    isStopped = true;
    socket.destroy();
  };
};

const take = (client: Client, block: string): void => {
  const head = block.slice(0, HEAD_CHARS);
  const id = /^id: (\S+)$/m.exec(head)?.[1];
  if (id === undefined) return;
  client.lastId = id;
  const sequence = /"secuencia":(\d+)/.exec(head)?.[1];
  if (sequence !== undefined) client.sequences.push(Number(sequence));
  else client.from ??= decodeBase32(id.slice(PREFIX.evento.length, -TAG_CHARS));
};

/** A new client, and what becomes of it: some leave in the middle of something, some come back. */
const join = async (n: number): Promise<void> => {
  const client: Client = { from: null, sequences: [], lastId: null, stop: () => {} };
  clients.push(client);
  const token = (visit: number) => settings.tokens[(n + visit * 7) % settings.tokens.length] ?? '';
  listen(client, token(0));
  await sleep(STAYS_MS[n % STAYS_MS.length]);
  client.stop();
  if (n % COMES_BACK !== 0) return;
  await sleep(STAYS_MS[(n + 1) % STAYS_MS.length]);
  listen(client, token(1));
  if (n % STAYS_ON === 0) return;
  await sleep(STAYS_MS[(n + 2) % STAYS_MS.length]);
  client.stop();
};

/** Commits at a steady pace; how many were acknowledged, and in how many seconds. */
const publishAll = async (): Promise<{ committed: number; seconds: number }> => {
  let [sent, committed] = [0, 0];
  let endMs = 0;
  const publisher = await openPublisher(settings.publishing, () => {
    committed += 1;
    endMs = performance.now();
  });
  const startMs = performance.now();
  while (performance.now() - startMs < settings.seconds * 1_000) {
    const due = ((performance.now() - startMs) / 1_000) * settings.rate;
    for (; sent < due; sent += 1) publisher.publish(0, sent);
    await sleep(TICK_MS);
  }
  await until(() => committed === sent);
  publisher.close();
  return { committed, seconds: (endMs - startMs) / 1_000 };
};

const until = async (isDone: () => boolean): Promise<void> => {
  const endMs = performance.now() + LATE_MS_MAX;
  while (!isDone() && performance.now() < endMs) await sleep(20);
};

const run = async () => {
  const published = publishAll();
  const visits: Promise<void>[] = [];
  const count = Math.floor((settings.seconds * 1_000) / JOIN_EVERY_MS);
  for (let n = 0; n < count; n += 1) {
    visits.push(join(n));
    await sleep(JOIN_EVERY_MS);
  }
  const { committed, seconds } = await published;
  await Promise.all(visits);
  // Who stayed has to get to the very end.
  const isLate = ({ from, sequences }: Client) => (sequences.at(-1) ?? from) !== committed;
  const stayed = clients.filter((_, n) => n % STAYS_ON === 0);
  await until(() => !stayed.some(isLate));
  const late = stayed.filter(isLate).length;
  for (const client of clients) client.stop();
  let [events, missed, twice] = [0, 0, 0];
  for (const { from, sequences } of clients) {
    events += sequences.length;
    let last = from ?? 0;
    for (const sequence of sequences) {
      if (sequence > last + 1) missed += sequence - last - 1;
      if (sequence <= last) twice += 1;
      last = Math.max(last, sequence);
    }
  }
  const seen = { clients: clients.length, connections, refused, late };
  return { ...seen, committed, seconds, events, missed, twice };
};

await replyWith(run);
