import { makeSignal } from '../async/signal.ts';

/**
 * Back-pressure: both bounds keep memory flat while commands wait for the database and answers for the client. The bound
 * on lines is high, because commands of the same restaurant share a transaction only if they wait together.
 */
const LINES_MAX = 8_192;
const BYTES_MAX = 4 * 1_024 * 1_024;

/**
 * The lines of one run that were read but whose answers have not been taken yet. Answers come in any
 * order and are taken in the order of the lines.
 */
export interface Window {
  /** Takes the next line in. It must be answered once, sooner or later. */
  open(bytes: number): OpenLine;
  /** Takes the answers that are ready, up to the first line without one; empty if there are none. */
  take(): string;
  isFull(): boolean;
  /** For the reader of lines: resolves when the window may have room, or was abandoned. */
  room(): Promise<void>;
  /** For the reader of answers: resolves when there may be something to take, or all is done. */
  changed(): Promise<void>;
  /** No more lines will come. */
  finish(): void;
  isDone(): boolean;
  /** Nobody will take answers any more. */
  abandon(): void;
  isAbandoned(): boolean;
}

export interface OpenLine {
  linea: number;
  answer(text: string): void;
}

export const makeWindow = (): Window => {
  const answers: (string | null)[] = [];
  const room = makeSignal();
  const changed = makeSignal();
  let taken = 0;
  let bytesHeld = 0;
  let finished = false;
  let abandoned = false;

  const isFull = () => answers.length >= LINES_MAX || bytesHeld >= BYTES_MAX;

  return {
    open(bytes) {
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
    take() {
      const pending = answers.indexOf(null);
      const ready = answers.splice(0, pending < 0 ? answers.length : pending);
      taken += ready.length;
      if (!isFull()) room.notify();
      return ready.join('');
    },
    isFull,
    room: room.wait,
    changed: changed.wait,
    finish() {
      finished = true;
      changed.notify();
    },
    isDone: () => finished && answers.length === 0,
    abandon() {
      abandoned = true;
      room.notify();
    },
    isAbandoned: () => abandoned,
  };
};
