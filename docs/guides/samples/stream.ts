import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;

// Pings come every 25 seconds: after a minute without a word the connection is dead.
const SILENCE_MS = 60_000;

let lastEventId = await readFile('last-event-id', 'utf8').catch(() => '');
let retryMs = 3_000;
let isFirstPing = true;

for (;;) {
  try {
    await listen();
  } catch (error) {
    console.error(`${error}; trying again`);
  }
  await sleep(retryMs);
}

async function listen(): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('silence')), SILENCE_MS);
  try {
    await read(silence.signal, () => timer.refresh());
  } finally {
    clearTimeout(timer);
  }
}

async function read(signal: AbortSignal, onWord: () => void): Promise<void> {
  isFirstPing = true;
  const response = await fetch(`${COMANDA_URL}/stream`, {
    headers: {
      Authorization: `Bearer ${COMANDA_KEY}`,
      ...(lastEventId !== '' && { 'Last-Event-ID': lastEventId }),
    },
    signal,
  });
  if (!response.ok) {
    const problem = `${response.status}: ${await response.text()}`;
    // A key that is no good does not get better by asking again.
    if (response.status < 429) {
      console.error(problem);
      process.exit(1);
    }
    retryMs = Number(response.headers.get('Retry-After') ?? 10) * 1_000;
    throw new Error(problem);
  }

  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    onWord();
    const frames = (text + chunk).split('\n\n');
    // What follows the last empty line has not arrived as a whole.
    text = frames.pop() ?? '';
    for (const frame of frames) await take(frame);
  }
}

async function take(frame: string): Promise<void> {
  const lines = frame.split('\n').map((line): [string, string] => {
    const [name = '', ...rest] = line.split(': ');
    return [name, rest.join(': ')];
  });
  const { event, id, data, retry } = Object.fromEntries(lines) as Record<string, string>;
  if (retry) retryMs = Number(retry);
  if (event === 'conexion.ping') {
    const { reanudacion } = JSON.parse(data ?? '{}');
    if (isFirstPing && reanudacion === 'reiniciada') {
      console.error('events may be missing: read GET /pedidos again');
    }
    isFirstPing = false;
  } else if (data) {
    const { tipo, datos } = JSON.parse(data);
    console.log(`${id} ${tipo} ${datos.pedido.numero} ${datos.pedido.estado}`);
  }
  // Only after the event was dealt with: after a crash it comes again rather than never.
  if (id) {
    lastEventId = id;
    // Moved into place as a whole: a crash leaves the old position rather than none.
    await writeFile('last-event-id.new', id);
    await rename('last-event-id.new', 'last-event-id');
  }
}
