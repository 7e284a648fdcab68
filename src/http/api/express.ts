import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { makeTogether } from '../../async/together.ts';
import type { Body } from '../../storage/port/body.ts';
import type { Outgoing } from '../wire/answer.ts';
import { linesOf } from '../wire/head.ts';
import type { Api } from './api.ts';
import { readPlainGet } from './plain-get.ts';
import { makeSheet } from './sheet.ts';

export interface ExpressDeps {
  /** Whether this lane may answer such an address. */
  takes(target: string): boolean;
  serve: Api['serve'];
  /** Gives a connection to the server, which reads on from where this lane stopped. */
  handOver(socket: Socket): void;
  /** Value of the `Date` header. */
  date(): string;
  keepAliveMs: number;
  /** How long a new connection may be silent. */
  firstMs: number;
}

const ROUND_MS = 3_000;

interface Connection {
  /** True from a request to its answer. */
  busy: boolean;
  /** The round until which it may be silent. */
  until: number;
  /** Lets what was written arrive first. */
  close(): void;
  cut(): void;
}

/**
 * The express lane: connections on which plain GETs come, one after another, are read and answered
 * without Node's request and response objects, which cost more than all that the API does for a page
 * it knows. The first thing that is not plain hands the whole connection over to Node, for good.
 */
export const makeExpress = (deps: ExpressDeps) => {
  const { takes, serve, handOver, date, keepAliveMs, firstMs } = deps;
  const connections = new Set<Connection>();
  const sheet = makeSheet();
  const together = makeTogether();
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n`;
  let stopping = false;
  let isOver = false;

  /** Rounds of looking after silent connections: a timer for each would be set anew with every request. */
  let round = 0;
  const rounds = (ms: number): number => Math.ceil(ms / ROUND_MS) + 1;
  const [firstRounds, keepAliveRounds] = [rounds(firstMs), rounds(keepAliveMs)];
  let timer: NodeJS.Timeout | null = null;
  const lookAfter = (): void => {
    round += 1;
    for (const connection of connections) {
      if (connection.until < round && !connection.busy) connection.cut();
    }
    if (connections.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const accept = (socket: Socket): void => {
    /** Came while the one before was being answered; reading waits until its turn. */
    let next: Buffer | null = null;
    let ended = false;

    const connection: Connection = {
      busy: false,
      until: round + firstRounds,
      close: () => socket.end(() => socket.destroy()),
      cut: () => socket.destroy(),
    };

    const leave = (): void => {
      connections.delete(connection);
      socket.off('data', onData).off('end', onEnd).off('error', onError);
      socket.off('close', onClose).off('drain', onDrain);
    };

    const onData = (chunk: Buffer): void => {
      if (connection.busy) {
        next = chunk;
        socket.pause();
        return;
      }
      const request = readPlainGet(chunk);
      if (request === null || !takes(request.target)) {
        leave();
        socket.pause();
        socket.unshift(chunk);
        handOver(socket);
        return;
      }
      connection.busy = true;
      connection.until = round + keepAliveRounds;
      const { headers, target } = request;
      together(() => void serve({ method: 'GET', headers, socket }, response, target));
    };

    let head = '';
    const pieces: (string | Body)[] = [];
    const response: Outgoing = {
      copies: true,
      writeHead: (status, headers) => response.writeLines?.(status, linesOf(headers)),
      writeLines(status, lines) {
        const ending = isLast() ? 'Connection: close\r\n' : keepAlive;
        head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Date: ${date()}\r\n${ending}\r\n`;
      },
      write(piece: string | Body) {
        pieces.push(piece);
      },
      end() {
        const flushed = socket.destroyed || sheet.write(socket, head, pieces);
        pieces.length = 0;
        connection.busy = false;
        if (socket.destroyed) return;
        if (isLast()) connection.close();
        else if (flushed) readOn();
        else socket.pause();
      },
      release() {
        leave();
        return socket;
      },
    };

    const isLast = () => stopping || ended;

    const readOn = (): void => {
      const chunk = next;
      next = null;
      if (chunk !== null) onData(chunk);
      if (socket.isPaused() && !connection.busy) socket.resume();
    };
    // A client that does not read its answers is asked for no more requests.
    const onDrain = (): void => {
      if (!connection.busy) readOn();
    };
    const onEnd = (): void => {
      ended = true;
      if (!connection.busy) connection.close();
    };
    const onError = (): void => void socket.destroy();
    const onClose = (): void => void connections.delete(connection);

    connections.add(connection);
    timer ??= setInterval(lookAfter, ROUND_MS).unref();
    socket.on('data', onData).on('end', onEnd).on('error', onError);
    socket.on('close', onClose).on('drain', onDrain);
    if (isOver) connection.close();
  };

  return {
    accept,
    /** From now on every connection ends with its next answer. */
    answerLast(): void {
      stopping = true;
    },
    /** Ends what has nothing to do; the rest ends with its answer. */
    stop(): void {
      stopping = true;
      isOver = true;
      for (const connection of connections) if (!connection.busy) connection.close();
    },
    cut(): void {
      for (const connection of connections) connection.cut();
    },
  };
};

export type Express = ReturnType<typeof makeExpress>;
