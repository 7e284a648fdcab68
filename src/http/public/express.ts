import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Body } from '../../storage/port.ts';
import type { Outgoing } from './answer.ts';
import type { Api } from './api.ts';
import { readPlainGet } from './plain-get.ts';

/** Up to here a body is copied behind its head: two pieces cost the socket more than that. */
const COPY_BYTES_MAX = 4 * 1_024;

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

interface Connection {
  /** True from a request to its answer. */
  busy: boolean;
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
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n`;
  let stopping = false;
  let isOver = false;

  const accept = (socket: Socket): void => {
    /** Came while the one before was being answered; reading waits until its turn. */
    let next: Buffer | null = null;
    let ended = false;

    const connection: Connection = {
      busy: false,
      close: () => socket.end(() => socket.destroy()),
      cut: () => socket.destroy(),
    };

    const leave = (): void => {
      connections.delete(connection);
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('timeout', onTimeout);
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
        socket.setTimeout(0);
        socket.pause();
        socket.unshift(chunk);
        handOver(socket);
        return;
      }
      connection.busy = true;
      void serve({ method: 'GET', headers: request.headers, socket }, response, request.target);
    };

    let head = '';
    const pieces: (string | Body)[] = [];
    const response: Outgoing = {
      writeHead(status, headers) {
        head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
        for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
        head += `Date: ${date()}\r\n${isLast() ? 'Connection: close\r\n' : keepAlive}\r\n`;
      },
      write(piece: string | Body) {
        pieces.push(piece);
      },
      end() {
        const flushed = write(socket, head, pieces);
        pieces.length = 0;
        connection.busy = false;
        if (socket.destroyed) return;
        if (isLast()) connection.close();
        else if (flushed) readOn();
        else socket.pause();
      },
      release() {
        leave();
        socket.setTimeout(0);
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
    const onTimeout = (): void => {
      if (!connection.busy) socket.destroy();
    };
    const onClose = (): void => void connections.delete(connection);

    connections.add(connection);
    socket.setTimeout(firstMs);
    socket.once('data', () => socket.setTimeout(keepAliveMs));
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('timeout', onTimeout);
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

/** Text goes with the text before it; small answers go out as one piece, large bodies as they are. */
const write = (socket: Socket, head: string, pieces: readonly (string | Body)[]): boolean => {
  if (socket.destroyed) return true;
  let text = head;
  let flushed = true;
  socket.cork();
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if (piece.length <= COPY_BYTES_MAX) {
      socket.write(join(text, piece));
      text = '';
    } else {
      socket.write(text, 'latin1');
      socket.write(piece);
      text = '';
    }
  }
  if (text !== '') flushed = socket.write(text, 'latin1');
  socket.uncork();
  return flushed && !socket.writableNeedDrain;
};

const join = (text: string, bytes: Body): Buffer => {
  const whole = Buffer.allocUnsafe(text.length + bytes.length);
  whole.write(text, 'latin1');
  whole.set(bytes, text.length);
  return whole;
};

export type Express = ReturnType<typeof makeExpress>;
