export interface SseMessage {
  id: string | undefined;
  event: string;
  data: string;
  /** Milliseconds that the server asks to wait before a reconnection. */
  retryMs: number | undefined;
}

/** The messages of an event stream, as they come. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<SseMessage> {
  let message = emptyMessage();
  for await (const line of readLines(body)) {
    if (line === '') {
      if (message.data !== '') yield { ...message, data: message.data.slice(0, -1) };
      message = emptyMessage(message.retryMs);
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') message.data += `${value}\n`;
    else if (name === 'event') message.event = value;
    else if (name === 'id') message.id = value;
    else if (name === 'retry' && RETRY.test(value)) message.retryMs = Number(value);
  }
}

/** Milliseconds, three to six digits: 0 would make a busy loop, and a timer treats more than 25 days as 0. */
const RETRY = /^[1-9]\d{2,5}$/;

const emptyMessage = (retryMs?: number): SseMessage => ({
  id: undefined,
  event: 'message',
  data: '',
  retryMs,
});

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
