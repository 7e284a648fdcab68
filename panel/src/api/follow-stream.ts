import { nowMs, setServerTime } from '../clock.ts';
import { TIPOS_EVENTO } from './values.ts';
import type { EventoPantalla, Ping } from './wire.ts';

/** The browser reconnects by itself after a cut, but not after an error status. */
const RECONNECT_MS = 3_000;
/**
 * A ping comes every four seconds: after so much silence the page is old, and a connection dead though nobody has said so.
 * The server ends every stream after some minutes and serves the next one well within it: that alone is not an outage.
 */
const SILENCE_MS = 9_000;

interface StreamHandlers {
  url(lastEventId: string | null): string;
  onEvento(evento: EventoPantalla): void;
  /** The stream is open, and says how it was resumed. `wasLost`: an outage has ended with it. */
  onOpen(reanudacion: Ping['reanudacion'], wasLost: boolean): void;
  /** The stream was cut, or refused with an error status. */
  onCut(isRefused: boolean): void;
  /** Nothing has come since this moment. */
  onLost(sinceMs: number): void;
  /** The moment of the data that the page begins with, if they are old. */
  oldMs?: number | undefined;
}

/** Follows the stream through cuts, refusals and silence until the function it returns is called. */
export const followStream = ({ url, onEvento, onOpen, onCut, onLost, oldMs }: StreamHandlers) => {
  let source: EventSource | null = null;
  let lastId: string | null = null;
  let isOpen = false;
  let isLost = false;
  let heardMs = oldMs ?? nowMs();
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  const heard = ({ lastEventId }: MessageEvent): void => {
    lastId = lastEventId || lastId;
    heardMs = nowMs();
    clearTimeout(lostTimer);
    lostTimer = undefined;
    listenForSilence();
  };
  const listenForSilence = (): void => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => {
      source?.close();
      startOutage();
      onCut(false);
      connect();
    }, SILENCE_MS);
  };
  /** Once for a whole outage: neither a retry nor its failure may put the alarm off. */
  const startOutage = (): void => {
    isOpen = false;
    const lose = () => {
      isLost = true;
      onLost(heardMs);
    };
    const quietMs = nowMs() - heardMs;
    lostTimer ??= setTimeout(lose, Math.max(0, SILENCE_MS - quietMs));
  };

  const onPing = (message: MessageEvent<string>): void => {
    const { momento, reanudacion } = JSON.parse(message.data) as Ping;
    setServerTime(new Date(momento).getTime());
    heard(message);
    if (isOpen) return;
    const wasLost = isLost;
    isOpen = true;
    isLost = false;
    onOpen(reanudacion, wasLost);
  };
  const onError = (): void => {
    startOutage();
    const isRefused = source?.readyState === EventSource.CLOSED;
    onCut(isRefused);
    if (isRefused) reconnectTimer = setTimeout(connect, RECONNECT_MS);
  };
  const connect = (): void => {
    // A refusal that came after a long silence has planned another attempt: two streams would stay open.
    clearTimeout(reconnectTimer);
    listenForSilence();
    source = new EventSource(url(lastId));
    for (const tipo of TIPOS_EVENTO) {
      source.addEventListener(tipo, (message: MessageEvent<string>) => {
        heard(message);
        onEvento(JSON.parse(message.data) as EventoPantalla);
      });
    }
    source.addEventListener('conexion.ping', onPing);
    source.addEventListener('error', onError);
  };

  startOutage();
  connect();
  return (): void => {
    source?.close();
    for (const timer of [reconnectTimer, silenceTimer, lostTimer]) clearTimeout(timer);
  };
};
