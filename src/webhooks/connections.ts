import { isIP as familyOf, type LookupFunction, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';

/** Longer than any attempt: the attempt's own deadline is the one that counts. */
const CONNECT_MS_MAX = 16_000;
/**
 * Shorter than the five seconds after which many servers close an idle connection: a request that meets
 * the closing would be lost. A server that says how long it waits is believed.
 */
const IDLE_MS = 4_000;
const IDLE_MS_MAX = 30_000;
/** With more sockets open than this, connections are closed after their request instead of kept. */
const KEPT_SOCKETS_MAX = 512;
const ORIGIN_IDLE_MS = 60_000;

/** A connection that is lent out, made with the first thing that is sent on it. */
export interface Connection {
  readonly client: Client;
  /** Whether it may stay open afterwards. */
  readonly keep: boolean;
  /** To be called once. One on which anything went wrong, or is still under way, is lent to nobody again. */
  giveBack(isSound: boolean): void;
}

interface Origin {
  /** All there are, and those of them that are free: the one that was used last is lent first. */
  readonly clients: Set<Client>;
  readonly free: Client[];
  usedAtMs: number;
}

/** Why no connection was made, by our own decision. */
export class TargetError extends Error {
  override name = 'TargetError';
  readonly fallo: 'dns' | 'dns_propio' | 'direccion_prohibida';

  constructor(fallo: TargetError['fallo']) {
    super(fallo);
    this.fallo = fallo;
  }
}

/**
 * Connections to receivers, kept per origin and checked one by one: only addresses that the guard has
 * just looked up and permitted are handed to the socket, and the one it ends up with is checked again.
 * A kept connection stays with the address it was checked for.
 */
export const makeConnections = ({
  guard,
  clock,
  tls = {},
}: {
  guard: Guard;
  clock: Clock;
  /** Beside the usual: whom to trust, for tests. */
  tls?: Pick<ConnectionOptions, 'ca'>;
}) => {
  const origins = new Map<string, Origin>();
  let openSockets = 0;
  let sweptAtMs = clock.monotonic();

  const makeConnect = (isSecure: boolean): buildConnector.connector => {
    const pinned: LookupFunction = (hostname, _, callback) => {
      void guard.resolve(hostname, isSecure).then((found) => {
        if (found === 'forbidden') callback(new TargetError('direccion_prohibida'), []);
        else if (!found.ok) callback(new TargetError(found.fallo), []);
        else
          callback(
            null,
            found.addresses.map((address) => ({ address, family: familyOf(address) })),
          );
      });
    };
    const connect = buildConnector({
      ...tls,
      allowH2: false,
      timeout: CONNECT_MS_MAX,
      lookup: pinned,
      autoSelectFamily: true,
    } as buildConnector.BuildOptions);

    return (options, callback) => {
      // A literal address is connected to without a lookup.
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      if (familyOf(literal) !== 0 && !guard.permits(isSecure, literal)) {
        callback(new TargetError('direccion_prohibida'), null);
        return;
      }
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (!guard.permits(isSecure, socket.remoteAddress ?? '')) {
          socket.destroy();
          return callback(new TargetError('direccion_prohibida'), null);
        }
        count(socket);
        return callback(null, socket);
      });
    };
  };

  const count = (socket: Socket): void => {
    openSockets += 1;
    socket.once('close', () => {
      openSockets -= 1;
    });
  };

  const connectSecure = makeConnect(true);
  const connectPlain = makeConnect(false);

  /**
   * One connection each, and no pool of undici's: it looks through all of them at every request and its end,
   * and may lend out one that hangs in connecting.
   */
  const makeClient = (origin: string, isSecure: boolean): Client =>
    new Client(origin, {
      connect: isSecure ? connectSecure : connectPlain,
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
    });

  /** Origins that nobody has used for a while go, with what is remembered of them. */
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAtMs < ORIGIN_IDLE_MS) return;
    sweptAtMs = nowMs;
    for (const [name, { clients, free, usedAtMs }] of origins) {
      if (clients.size > free.length || nowMs - usedAtMs < ORIGIN_IDLE_MS) continue;
      origins.delete(name);
      for (const client of clients) void client.close();
    }
  };

  const newOrigin = (): Origin => ({ clients: new Set(), free: [], usedAtMs: 0 });

  const grow = ({ clients }: Origin, name: string, isSecure: boolean): Client => {
    const client = makeClient(name, isSecure);
    clients.add(client);
    return client;
  };

  return {
    /** As many at once as are asked for: how many those may be is the dispatcher's business. */
    take(name: string, isSecure: boolean): Connection {
      const nowMs = clock.monotonic();
      sweep(nowMs);
      const origin = origins.getOrInsertComputed(name, newOrigin);
      const { clients, free } = origin;
      const client = free.pop() ?? grow(origin, name, isSecure);
      origin.usedAtMs = nowMs;
      return {
        client,
        keep: openSockets < KEPT_SOCKETS_MAX,
        giveBack(isSound) {
          if (isSound) free.push(client);
          else {
            clients.delete(client);
            void client.destroy();
          }
        },
      };
    },
    open: (): number => openSockets,
    async close(): Promise<void> {
      const all = [...origins.values()].flatMap(({ clients }) => [...clients]);
      origins.clear();
      await Promise.all(all.map((client) => client.destroy()));
    },
  };
};

export type Connections = ReturnType<typeof makeConnections>;
