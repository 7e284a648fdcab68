import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Op } from '../contract/comandos.ts';
import { refuse } from '../domain/pedido/refusal.ts';
import { answerLine, type CommandOutcome } from './answers.ts';
import { type ExecutorDeps, makeExecutor } from './executor.ts';
import { type Line, makeLineSplitter, TOO_LONG, trimLine } from './lines.ts';
import { parseCommand } from './parse.ts';
import { makeWindow, type OpenLine, type Window } from './window.ts';

const LINE_BYTES_MAX = 1_024 * 1_024;

/**
 * How long lines may be read in one turn of the event loop. Those that are refused wait for nothing, and Node reads up to two
 * megabytes a turn: nobody else was answered for seconds.
 */
const TURN_MS_MAX = 20;

const LINE_TOO_LONG = refuse(
  'comando_invalido',
  `La línea supera el límite de ${LINE_BYTES_MAX} bytes.`,
);

export interface Ingest {
  /**
   * Carries out commands, one JSON object a line, and yields whole answer lines in the same order, as soon as they are
   * known. If the source fails, the lines that came whole are carried out and answered, and then its error is thrown.
   * If the consumer stops, no more is read.
   */
  run(source: AsyncIterable<Uint8Array>): AsyncIterable<string>;
  /** Resolves when all that was accepted has been answered. */
  idle(): Promise<void>;
}

export const makeIngest = (deps: ExecutorDeps): Ingest => {
  const { observer, clock } = deps;
  const executor = makeExecutor(deps);

  const answer = (line: OpenLine, op: Op | null, outcome: CommandOutcome): void => {
    observer?.answered(op, outcome.ok ? 'ok' : outcome.codigo);
    line.answer(answerLine(line.linea, outcome));
  };

  const accept = (window: Window, text: Line, isFirst: boolean): void => {
    if (text === TOO_LONG) {
      answer(window.open(0), null, LINE_TOO_LONG);
      return;
    }
    const content = trimLine(text, isFirst);
    const line = window.open(content.length);
    if (content.length === 0) {
      line.answer('');
      return;
    }
    const comando = parseCommand(content);
    if ('refusal' in comando) {
      answer(line, comando.op, comando.refusal);
      return;
    }
    const { op } = comando;
    executor.add(comando, content.length, (outcome) => answer(line, op, outcome));
  };

  const read = async (source: AsyncIterable<Uint8Array>, window: Window): Promise<void> => {
    const lines = makeLineSplitter(LINE_BYTES_MAX);
    let isFirst = true;
    let turnMs = clock.monotonic();
    for await (const chunk of source) {
      lines.feed(chunk);
      for (let line = lines.next(); line !== null; line = lines.next()) {
        accept(window, line, isFirst);
        isFirst = false;
        while (window.isFull()) {
          if (window.isAbandoned()) return;
          executor.flush();
          await window.room();
        }
        if (clock.monotonic() - turnMs >= TURN_MS_MAX) {
          await nextTurn();
          turnMs = clock.monotonic();
        }
      }
      executor.flush();
      if (window.isAbandoned()) return;
    }
    // Only a source that ended well ends its last line: the rest of a failed source was cut off.
    const last = lines.end();
    if (last !== null) accept(window, last, isFirst);
  };

  return {
    async *run(source) {
      const window = makeWindow();
      const reading = read(source, window).finally(() => {
        executor.flush();
        window.finish();
      });
      // A rejection is handled below, once every line that came whole has been answered.
      reading.catch(() => undefined);
      try {
        while (!window.isDone()) {
          const text = window.take();
          if (text !== '') yield text;
          else if (!window.isDone()) await window.changed();
        }
      } finally {
        window.abandon();
      }
      await reading;
    },
    idle: executor.idle,
  };
};
