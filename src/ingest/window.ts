import { makeSignal } from '../platform/async/signal.ts';

/**
 * Back-pressure: both bounds keep memory flat while commands wait for the database and answers for the client. The bound
 * on lines is high, because commands of the same restaurant share a transaction only if they wait together.
 */
const LINES_MAX = 8_192;
const BYTES_MAX = 4 * 1_024 * 1_024;

export interface OpenLine {
  linea: number;
  answer(text: string): void;
}

/**
 * The lines of one run that were read but whose answers have not been taken yet. Answers come in any
 * order and are taken in the order of the lines.
 */
export const makeWindow = () => {
  const answers: (string | null)[] = [];
  const room = makeSignal();
  const changed = makeSignal();
  let taken = 0;
  let bytesHeld = 0;
  let finished = false;
  let abandoned = false;

  const isFull = () => answers.length >= LINES_MAX || bytesHeld >= BYTES_MAX;

  return {
    /** Takes the next line in. It must be answered once, sooner or later. */
    open(bytes: number): OpenLine {
      bytesHeld += bytes;
      const linea = taken + answers.push(null);
      const answer = (text: string): void => {
        const index = linea - taken - 1;
        answers[index] = text;
        bytesHeld -= bytes;
        if (index === 0) changed.notify();
        if (!isFull()) room.notify();
      };
      return { linea, answer };
    },
    /** Takes the answers that are ready, up to the first line without one; empty if there are none. */
    take(): string {
      const pending = answers.indexOf(null);
      const ready = answers.splice(0, pending < 0 ? answers.length : pending);
      taken += ready.length;
      if (!isFull()) room.notify();
      return ready.join('');
    },
    isFull,
    /** For the reader of lines: resolves when the window may have room, or was abandoned. */
    room: room.wait,
    /** For the reader of answers: resolves when there may be something to take, or all is done. */
    changed: changed.wait,
    /** No more lines will come. */
    finish(): void {
      finished = true;
      changed.notify();
    },
    isDone: (): boolean => finished && answers.length === 0,
    /** Nobody will take answers any more. */
    abandon(): void {
      abandoned = true;
      room.notify();
    },
    isAbandoned: (): boolean => abandoned,
  };
};

export type Window = ReturnType<typeof makeWindow>;
