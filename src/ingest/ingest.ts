import type { Clock } from '../clock.ts';
import type { Comando } from '../contract/comandos.ts';
import type { MintId } from '../domain/ids.ts';
import { refuse } from '../domain/pedido/refusal.ts';
import type { Store } from '../storage/port/store.ts';
import { answerRefusal } from './answers.ts';
import { prepareCuenta } from './cuenta.ts';
import { makeLanes } from './lanes.ts';
import { type Line, makeLines, TOO_LONG, trimLine } from './lines.ts';
import { type IngestObserver, NO_OBSERVER } from './observer.ts';
import { parseCommand, type Rejected } from './parse.ts';
import { makeWindow, type Ticket, type Window } from './window.ts';

export const LINE_BYTES_MAX = 1_024 * 1_024;

const LINE_TOO_LONG: Rejected = {
  op: null,
  refusal: refuse('comando_invalido', `La línea supera el límite de ${LINE_BYTES_MAX} bytes.`),
};

export interface Ingest {
  /**
   * Carries out commands, one JSON object a line, and gives whole answer lines in the same order, as
   * soon as they are known. When the source fails, the lines that came whole are carried out and
   * answered, and then its error is thrown. When the answers are no longer wanted, no more is read.
   */
  run(source: AsyncIterable<Uint8Array>): AsyncIterable<string>;
  /** Resolves when all that was accepted has been answered. */
  idle(): Promise<void>;
}

export const makeIngest = ({
  store,
  clock,
  mintId,
  observer = NO_OBSERVER,
}: {
  store: Pick<Store, 'log' | 'cuentas'>;
  clock: Clock;
  mintId: MintId;
  observer?: IngestObserver;
}): Ingest => {
  const lanes = makeLanes({ store, clock, observer });

  const reject = (ticket: Ticket, { op, refusal }: Rejected): void => {
    observer.answered(op, refusal.codigo);
    ticket.window.settle(ticket, answerRefusal(ticket.linea, refusal));
  };

  const dispatch = (ticket: Ticket, comando: Comando): void => {
    switch (comando.op) {
      case 'restaurante.guardar':
      case 'carta.guardar':
      case 'zonas.guardar': {
        const task = prepareCuenta(comando, { now: clock.now(), mintId });
        if ('ok' in task) reject(ticket, { op: comando.op, refusal: task });
        else lanes.addCuenta(task, ticket);
        break;
      }
      default:
        lanes.addPedido(comando, ticket);
    }
  };

  const accept = (window: Window, line: Line, isFirst: boolean): void => {
    if (line === TOO_LONG) {
      reject(window.open(0), LINE_TOO_LONG);
      return;
    }
    const content = trimLine(line, isFirst);
    const ticket = window.open(content.length);
    if (content.length === 0) {
      window.settle(ticket, '');
      return;
    }
    const parsed = parseCommand(content);
    if ('refusal' in parsed) reject(ticket, parsed);
    else dispatch(ticket, parsed);
  };

  /** Reads as far as the window allows; false when nobody waits for answers any more. */
  const waitForRoom = async (window: Window): Promise<boolean> => {
    if (window.isFull()) lanes.flush();
    while (window.isFull() && !window.isLeft()) await window.room();
    return !window.isLeft();
  };

  const read = async (source: AsyncIterable<Uint8Array>, window: Window): Promise<void> => {
    const lines = makeLines(LINE_BYTES_MAX);
    let isFirst = true;
    for await (const chunk of source) {
      lines.feed(chunk);
      for (let line = lines.next(); line !== null; line = lines.next()) {
        accept(window, line, isFirst);
        isFirst = false;
        if (window.isFull() && !(await waitForRoom(window))) return;
      }
      lanes.flushSoon();
      if (window.isLeft()) return;
    }
    // Only a source that ended well ends its last line: what a failed one left behind was cut off.
    const last = lines.end();
    if (last !== null) accept(window, last, isFirst);
  };

  return {
    async *run(source) {
      const window = makeWindow();
      const reading = read(source, window).finally(() => {
        lanes.flush();
        window.finish();
      });
      // Handled below, once every line that came whole has been answered.
      reading.catch(() => undefined);
      try {
        while (!window.isDone()) {
          const text = window.take();
          if (text !== '') yield text;
          else if (!window.isDone()) await window.changed();
        }
      } finally {
        window.leave();
      }
      await reading;
    },
    idle: lanes.idle,
  };
};
