import { find } from '../find.ts';

/** Streams and exports may be endless: the page reads their beginning and hangs up. */
const BEGINNING_CHARS = 4_000;
const BEGINNING_MS = 10_000;
const JSON_CHARS_MAX = 1_000_000;

const READABLE = /^(?:text\/|application\/(?:json|x-ndjson))/;

/** Sends a GET and shows its answer in the form, as far as it has come. */
export const sendAndShow = async (
  form: HTMLFormElement,
  url: string,
  headers: Record<string, string>,
  hangUp: AbortController,
): Promise<void> => {
  const status = find(form, '[role="status"]');
  const answer = find(form, '.try-answer');
  const [headerBlock, body] = [find(answer, '.try-headers'), find(answer, '.try-body')];
  const note = find(answer, '.try-note');
  const { sending = '', failed = '', beginning = '', binary = '' } = form.dataset;

  answer.hidden = true;
  status.textContent = sending;
  const startedMs = performance.now();
  const init = { headers, signal: hangUp.signal, credentials: 'omit', cache: 'no-store' } as const;
  const response = await fetch(url, init).catch(() => null);
  if (response === null) {
    // Another request may have replaced this one.
    if (!hangUp.signal.aborted) status.textContent = failed;
    return;
  }
  const ms = Math.round(performance.now() - startedMs);
  status.textContent = `${response.status} ${response.statusText} · ${ms} ms`;
  headerBlock.textContent = [...response.headers].map((pair) => pair.join(': ')).join('\n');
  body.textContent = note.textContent = '';
  answer.hidden = false;

  const type = response.headers.get('content-type') ?? '';
  if (response.body !== null && !READABLE.test(type)) {
    hangUp.abort();
    note.textContent = response.status === 304 ? '' : binary;
    return;
  }
  const isJson = type.startsWith('application/json');
  const isWhole = await readText(response, isJson, hangUp, (text) => {
    body.textContent = text;
  });
  if (!isWhole) note.textContent = beginning;
  else if (isJson) body.textContent = JSON.stringify(JSON.parse(body.textContent), null, 2);
};

/** Gives whether the text has come to its end. */
const readText = async (
  { body }: Response,
  isJson: boolean,
  hangUp: AbortController,
  show: (text: string) => void,
): Promise<boolean> => {
  const charsMax = isJson ? JSON_CHARS_MAX : BEGINNING_CHARS;
  const timer = isJson ? undefined : setTimeout(() => hangUp.abort(), BEGINNING_MS);
  let text = '';
  try {
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    while (reader !== undefined && text.length < charsMax) {
      const { value, done } = await reader.read();
      if (done) return true;
      text += value;
      show(text.slice(0, charsMax));
    }
    return reader === undefined;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    hangUp.abort();
  }
};
