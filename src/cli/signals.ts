import { constants } from 'node:os';

export type StopSignal = 'SIGINT' | 'SIGTERM';
const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];

/** What a shell reports for a program that a signal stopped. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];

export interface Stopping extends Disposable {
  /** Aborts on the first signal. */
  readonly signal: AbortSignal;
  /** Which one it was. */
  received(): StopSignal | null;
}

/** The first signal asks to finish and stop; the second does not wait. */
export const listenForStop = (): Stopping => {
  const controller = new AbortController();
  let first: StopSignal | null = null;
  const onSignal = (signal: StopSignal): void => {
    if (first !== null) process.exit(exitCodeOf(signal));
    first = signal;
    controller.abort();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    received: () => first,
    [Symbol.dispose]: () => {
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    },
  };
};
