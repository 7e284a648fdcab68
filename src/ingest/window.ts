import { makeSignal } from '../async/signal.ts';

/** Both bounds hold memory flat: commands wait for the database, answers for whoever reads them. */
const LINES_MAX = 2_048;
const BYTES_MAX = 4 * 1_024 * 1_024;

/**
 * What one run has in hand: lines that were read and whose answers have not been taken yet. Answers
 * come in any order and are taken in the order of the lines.
 */
export interface Window {
  /** Takes the next line in; its ticket is settled once, sooner or later. */
  open(bytes: number): Ticket;
  settle(ticket: Ticket, answer: string): void;
  /** The answers that are ready and whose turn it is; empty when there are none. */
  take(): string;
  isFull(): boolean;
  /** For the reader of lines: resolves when the window may have room, or was left. */
  room(): Promise<void>;
  /** For the reader of answers: resolves when there may be something to take, or all is done. */
  changed(): Promise<void>;
  /** No more lines will come. */
  finish(): void;
  isDone(): boolean;
  /** Nobody will take answers any more. */
  leave(): void;
  isLeft(): boolean;
}

/** Whose line it is, its number, and what it weighs. */
export interface Ticket {
  window: Window;
  linea: number;
  bytes: number;
}

export const makeWindow = (): Window => {
  const answers: (string | null)[] = [];
  const room = makeSignal();
  const changed = makeSignal();
  let taken = 0;
  let bytesHeld = 0;
  let finished = false;
  let left = false;

  const isFull = () => answers.length >= LINES_MAX || bytesHeld >= BYTES_MAX;

  const window: Window = {
    open(bytes) {
      bytesHeld += bytes;
      return { window, linea: taken + answers.push(null), bytes };
    },
    settle({ linea, bytes }, answer) {
      const index = linea - taken - 1;
      answers[index] = answer;
      bytesHeld -= bytes;
      if (index === 0) changed.notify();
      if (!isFull()) room.notify();
    },
    take() {
      let text = '';
      let count = 0;
      for (const answer of answers) {
        if (answer === null) break;
        text += answer;
        count += 1;
      }
      answers.splice(0, count);
      taken += count;
      if (!isFull()) room.notify();
      return text;
    },
    isFull,
    room: room.wait,
    changed: changed.wait,
    finish() {
      finished = true;
      changed.notify();
    },
    isDone: () => finished && answers.length === 0,
    leave() {
      left = true;
      room.notify();
    },
    isLeft: () => left,
  };
  return window;
};
