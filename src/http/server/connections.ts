import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Addressed, makeIsTrusted, networkOf, type TrustProxy } from './request.ts';

export interface ConnectionLimits {
  /** Open connections of all clients: fewer than the files that the process may have open. */
  total: number;
  /** Open connections of one address. Behind a trusted proxy, open requests and streams of one client address. */
  perAddress: number;
  /** Whether connections from this machine count: those of a local proxy that TRUST_PROXY does not name belong to many clients. */
  isLocalCounted: boolean;
  /** How long a client may take nothing of an answer before it is cut off. */
  stallMs: number;
}

/** Why a connection was turned away or cut off. */
export const CUT_REASONS = ['total', 'address', 'stalled'] as const;
type CutReason = (typeof CUT_REASONS)[number];

export interface ConnectionObserver {
  opened(): void;
  closed(): void;
  cut(reason: CutReason): void;
}

export interface ConnectionDeps {
  limits: ConnectionLimits;
  trustProxy: TrustProxy;
  clientAddress(request: Addressed): string;
  observer: ConnectionObserver;
}

const LOCAL = [networkOf('127.0.0.1'), networkOf('::1')];

/**
 * Bounds what clients can hold open without doing anything. `refuse` answers a connection that is one
 * too many for its address.
 */
export const makeConnections = (
  { limits, trustProxy, clientAddress, observer }: ConnectionDeps,
  refuse: (socket: Socket) => void,
) => {
  const isTrusted = makeIsTrusted(trustProxy);
  /** The connections of a trusted proxy belong to many clients. */
  const isProxy = (address: string): boolean => isTrusted(address, 0);
  const ofAddress = new Map<string, number>();
  let open = 0;

  /** Takes a place for the address. Returns the function that frees it, or null if the address has no place left. */
  const enter = (address: string): (() => void) | null => {
    const count = ofAddress.get(address) ?? 0;
    const isCounted = limits.isLocalCounted || !LOCAL.includes(address);
    if (isCounted && count >= limits.perAddress) {
      observer.cut('address');
      return null;
    }
    ofAddress.set(address, count + 1);
    return () => {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left > 0) ofAddress.set(address, left);
      else ofAddress.delete(address);
    };
  };

  const admit = (socket: Socket): boolean => {
    const { remoteAddress = '' } = socket;
    if (open >= limits.total) {
      observer.cut('total');
      socket.resetAndDestroy();
      return false;
    }
    const leave = isProxy(remoteAddress) ? () => undefined : enter(networkOf(remoteAddress));
    if (leave === null) {
      socket.on('error', () => undefined);
      refuse(socket);
      return false;
    }
    open += 1;
    observer.opened();
    socket.once('close', () => {
      open -= 1;
      observer.closed();
      leave();
    });
    return true;
  };

  /** Node emits `timeout` after `stallMs` in which nothing was read and no write made progress. */
  const onTimeout = (socket: Socket): void => {
    // Nothing waits to be written: the answer is still being made, or the request still coming in.
    if (socket.writableLength === 0) return;
    observer.cut('stalled');
    socket.destroy();
  };

  return {
    /** Checks the limits before the server's own `connection` listeners run. */
    guard(server: Server): Server {
      server.timeout = limits.stallMs;
      const accept = server.listeners('connection');
      server.removeAllListeners('connection').on('connection', (socket: Socket) => {
        if (admit(socket)) for (const each of accept) each.call(server, socket);
      });
      return server;
    },
    /** Counts a request that came through a trusted proxy. False if it is one too many for its client. */
    begin(request: IncomingMessage, response: ServerResponse): boolean {
      response.on('timeout', onTimeout);
      const { socket } = request;
      if (!isProxy(socket.remoteAddress ?? '')) return true;
      const leave = enter(clientAddress(request));
      if (leave === null) return false;
      response.once('close', () => {
        // A stream's response ends before its connection, unfinished.
        if (response.writableEnded || socket.destroyed) leave();
        else socket.once('close', leave);
      });
      return true;
    },
  };
};
