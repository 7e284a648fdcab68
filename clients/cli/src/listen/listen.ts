import type { Io } from '@comanda/command-line';
import { escapeControls, formatDuration, listenForStop, plural } from '@comanda/command-line';
import type { Context } from '../command.ts';
import type { EventFilter } from '../delivery/event-types.ts';
import { makeSender } from '../delivery/send.ts';
import { secretOf } from '../delivery/signing.ts';
import { describeError, EXIT } from '../errors.ts';
import { readPackage } from '../package.ts';
import type { Service } from '../service.ts';
import { makeForwarder } from './forwarder.ts';
import { attemptLine, eventLine } from './show.ts';
import { type Incoming, type IncomingEvent, readEvents } from './source.ts';
import { findStart, type Since, type Start } from './start.ts';
import { openStateFile, type StateFile } from './state-file.ts';
import { makeWindow, type Window } from './window.ts';

const SAVE_EVERY_MS = 1_000;

interface ListenOptions {
  forwardTo?: URL | undefined;
  events: readonly EventFilter[];
  since?: Since | undefined;
  secret?: string | undefined;
  json?: boolean | undefined;
}

/** Shows and forwards events until it is told to stop. */
export const listen = async (options: ListenOptions, context: Context): Promise<number> => {
  const { io, env, clock } = context;
  const { forwardTo, events: types } = options;
  const service = context.service();
  const state = openStateFile(env, [service.fingerprint, forwardTo?.href ?? '']);
  const stopped = options.since === undefined ? state.read() : null;
  const asked: Since =
    options.since ?? (stopped === null ? { kind: 'now' } : { kind: 'event', id: stopped });
  const start = await findStart(service, { asked, clock, types });
  // Not earlier: until here there is nothing to save, and a signal may end the process by its default.
  using stopping = listenForStop();
  const delivery = makeDelivery(options, { service, context, signal: stopping.signal });
  announce(options, { io, service, secreto: delivery.secreto, asked });

  const window = makeWindow(start.first === null ? start.after : undefined);
  const save = makeSaver(state, window, io);
  const timer = setInterval(save, SAVE_EVERY_MS);
  try {
    const { signal } = stopping;
    await follow({ options, io, service, start, window, deliver: delivery.deliver, signal });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await delivery.drain();
    clearInterval(timer);
    save();
    const waiting = plural(window.size, 'event');
    if (window.size > 0) io.err(`${waiting} not delivered; the next run begins with them.`);
  }
  return EXIT.ok;
};

/** Saves the position to resume from. A folder that cannot be written is no reason to stop. */
const makeSaver = (state: StateFile, window: Window, io: Io) => {
  let saved: string | undefined;
  let isTold = false;
  return (): void => {
    const { settled } = window;
    if (settled === undefined || settled === saved) return;
    try {
      state.write(settled);
      saved = settled;
    } catch (error) {
      if (!isTold) io.err(`comanda: cannot save the position: ${(error as Error).message}`);
      isTold = true;
    }
  };
};

const announce = (
  { forwardTo, secret }: ListenOptions,
  { io, service, secreto, asked }: { io: Io; service: Service; secreto: string; asked: Since },
): void => {
  const moment = asked.kind === 'now' ? 'now' : 'the given time';
  const from = asked.kind === 'event' ? asked.id : moment;
  io.err(`Listening to ${service.url}, from ${from} on.`);
  if (forwardTo === undefined) return;
  io.err(`Forwarding to ${forwardTo.href}`);
  if (secret === undefined) io.err(`Signing with the secret ${secreto}`);
};

interface FollowDeps {
  options: ListenOptions;
  io: Io;
  service: Service;
  start: Start;
  window: Window;
  deliver: (incoming: IncomingEvent) => Promise<void>;
  signal: AbortSignal;
}

const follow = async (deps: FollowDeps): Promise<void> => {
  const { options, io, service, start, window, deliver, signal } = deps;
  let isReady = false;

  const waitForRoom = async (): Promise<void> => {
    if (!window.isFull()) return;
    io.err(
      `${plural(window.size, 'event')} wait for the receiver; reading pauses until it accepts some.`,
    );
    await window.room(signal);
  };

  const take = async (incoming: Incoming): Promise<void> => {
    if (incoming.kind === 'position') {
      window.pass(incoming.id);
      if (!isReady) io.err('Ready.');
      isReady = true;
      return;
    }
    if (incoming.kind === 'reset') {
      if (options.json) await write(io, incoming.data);
      io.err(RESET_LINE);
      return;
    }
    const { evento, body } = incoming;
    const { fromMs } = start;
    if (fromMs !== null && Date.parse(evento.creado_en) < fromMs) {
      window.pass(evento.id);
      return;
    }
    await waitForRoom();
    const settle = window.open(evento.id, body.length);
    await write(io, options.json ? body.toString() : eventLine(evento));
    deliver(incoming).then(settle, () => undefined);
  };

  if (start.first !== null) await take(start.first);
  const source = readEvents({
    service,
    after: start.after,
    types: options.events,
    signal,
    onRetry: (error, delayMs) => {
      const { line } = describeError(error);
      io.err(`comanda: ${line}; retrying in ${formatDuration(delayMs)}`);
    },
    onPolling: (everyMs) =>
      io.err(
        `The key lacks the scope stream.escuchar: polling every ${formatDuration(everyMs)} instead.`,
      ),
  });
  for await (const incoming of source) await take(incoming);
};

const RESET_LINE =
  'comanda: some events may be missing: the service no longer keeps the saved position (30 days), or was restored from a backup. Continuing with the events that it has.';

/** Back-pressure: waits while the reader of standard output is slower than the events. */
const write = (io: Io, line: string): Promise<void> =>
  new Promise((resolve) => io.stdout.write(`${escapeControls(line)}\n`, () => resolve()));

const makeDelivery = (
  { forwardTo, secret }: ListenOptions,
  { service, context, signal }: { service: Service; context: Context; signal: AbortSignal },
) => {
  const secreto = secret ?? secretOf(service.key);
  if (forwardTo === undefined) {
    return { secreto, deliver: async () => undefined, drain: async () => undefined };
  }
  const { clock, random, io } = context;
  const { forward, drain } = makeForwarder({
    send: makeSender({ to: forwardTo, secreto, version: readPackage().version, clock }),
    onAttempt: (attempted) => io.err(attemptLine(attempted)),
    signal,
    random,
  });
  return { secreto, deliver: forward, drain };
};
