import { constants } from 'node:os';

type StopSignal = 'SIGINT' | 'SIGTERM';
const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];

/** The exit code that a shell reports for a program stopped by the signal. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];

export interface Stopping extends Disposable {
  readonly signal: AbortSignal;
  /** Asks to finish and stop, as the first signal does. */
  stop(): void;
  received(): StopSignal | null;
}

/**
 * Under npm one Ctrl-C arrives twice, from the terminal and from npm: a second signal within this time is ignored. It is this long
 * because a busy process hears the second late.
 */
const ECHO_MS = 200;

/** The first signal asks to finish and stop; the second does not wait. */
export const listenForStop = (): Stopping => {
  const controller = new AbortController();
  let first: StopSignal | null = null;
  let firstAtMs = 0;
  const onSignal = (signal: StopSignal): void => {
    if (first !== null) {
      if (performance.now() - firstAtMs < ECHO_MS) return;
      process.exit(exitCodeOf(signal));
    }
    first = signal;
    controller.abort();
    firstAtMs = performance.now();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    received: () => first,
    [Symbol.dispose]: () => {
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    },
  };
};
