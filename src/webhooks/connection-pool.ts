import { constants } from 'node:crypto';
import { isIP as familyOf, type LookupFunction, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Clock } from '../platform/clock.ts';
import type { AddressGuard } from './address-guard.ts';

/** Longer than any attempt: the attempt's own deadline comes first. */
const CONNECT_MS_MAX = 16_000;
/** For each address but the last: a lost packet that opens a connection is sent again after a second. Node's default is 500 ms. */
const ADDRESS_MS_MAX = 2_000;
/** Many servers close an idle connection after five seconds, and a request that crosses the close would be lost. */
const IDLE_MS = 4_000;
const IDLE_MS_MAX = 30_000;
/** With more sockets open than this, connections are closed after their request instead of kept. */
const KEPT_SOCKETS_MAX = 512;
const ORIGIN_IDLE_MS = 60_000;
/** Bytes received in one exchange. Nothing else bounds blank lines, interim answers, a reason phrase and chunk extensions. */
const RECEIVED_BYTES_MAX = 256 * 1_024;

/** A connection for one exchange at a time; it opens with the first request. */
export interface Connection {
  readonly client: Client;
  readonly keep: boolean;
  /** Whether the socket of the exchange had served an earlier one; known once the exchange is over. */
  wasKept(): boolean;
  /**
   * Must be called once. An unsound connection (an error, or an exchange cut short) is closed, and the idle ones of its
   * origin with it: a receiver that closed one has probably closed all.
   */
  giveBack(isSound: boolean): void;
}

interface Pooled {
  readonly client: Client;
  isKept: boolean;
  /** Resets the count of received bytes; called when an exchange begins. */
  resetReceived(): void;
}

/** `free` is a stack: the connection used last is taken first. */
const newOrigin = () => ({ all: new Set<Pooled>(), free: [] as Pooled[], usedAtMs: 0 });
type Origin = ReturnType<typeof newOrigin>;

/** We do not connect: DNS gave no address, or the guard forbids the one it gave. */
export class TargetError extends Error {
  override name = 'TargetError';
  readonly fallo: 'dns' | 'dns_propio' | 'direccion_prohibida';

  constructor(fallo: TargetError['fallo']) {
    super(fallo);
    this.fallo = fallo;
  }
}

/** A socket gets only addresses that the guard has just permitted; once connected, its remote address is checked again. */
export const makeConnectionPool = ({
  guard,
  clock,
  tls = {},
}: {
  guard: AddressGuard;
  clock: Clock;
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
      autoSelectFamilyAttemptTimeout: ADDRESS_MS_MAX,
      // A receiver that negotiated TLS again without end took half a processor while its attempt lasted.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    } as buildConnector.BuildOptions);

    return (options, callback) => {
      // A literal address skips the lookup, so it is checked here.
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
        openSockets += 1;
        socket.once('close', () => {
          openSockets -= 1;
        });
        return callback(null, socket);
      });
    };
  };

  const connectSecure = makeConnect(true);
  const connectPlain = makeConnect(false);

  /** A single client, not undici's pool: the pool scans all its connections for each request and may use one that hangs. */
  const addClient = ({ all }: Origin, name: string, isSecure: boolean): Pooled => {
    const connect = isSecure ? connectSecure : connectPlain;
    const client = new Client(name, {
      connect: (options, callback) => {
        pooled.isKept = false;
        connect(options, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          pooled.resetReceived = boundReceived(socket);
          return callback(null, socket);
        });
      },
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
    });
    const pooled: Pooled = { client, isKept: false, resetReceived: () => undefined };
    all.add(pooled);
    return pooled;
  };

  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAtMs < ORIGIN_IDLE_MS) return;
    sweptAtMs = nowMs;
    for (const [name, { all, free, usedAtMs }] of origins) {
      if (all.size > free.length || nowMs - usedAtMs < ORIGIN_IDLE_MS) continue;
      origins.delete(name);
      for (const { client } of all) void client.close();
    }
  };

  return {
    /** Has no limit of its own: the dispatcher bounds how many attempts run. */
    take(name: string, isSecure: boolean): Connection {
      const nowMs = clock.monotonic();
      sweep(nowMs);
      const origin = origins.getOrInsertComputed(name, newOrigin);
      const { all, free } = origin;
      const pooled = free.pop() ?? addClient(origin, name, isSecure);
      const { client } = pooled;
      origin.usedAtMs = nowMs;
      pooled.resetReceived();
      return {
        client,
        keep: openSockets < KEPT_SOCKETS_MAX,
        wasKept: () => pooled.isKept,
        giveBack(isSound) {
          if (isSound) {
            pooled.isKept = true;
            free.push(pooled);
          } else {
            for (const each of [pooled, ...free.splice(0)]) {
              all.delete(each);
              void each.client.destroy();
            }
          }
        },
      };
    },
    open: (): number => openSockets,
    async close(): Promise<void> {
      const open = [...origins.values()].flatMap(({ all }) => [...all]);
      origins.clear();
      await Promise.all(open.map(({ client }) => client.destroy()));
    },
  };
};

/** Destroys a connection that receives too much. Returns a function that resets the count. */
const boundReceived = (socket: Socket): (() => void) => {
  let from = 0;
  socket.on('readable', () => {
    if (socket.bytesRead - from <= RECEIVED_BYTES_MAX) return;
    socket.destroy(new Error('the receiver sends too much'));
  });
  return () => {
    from = socket.bytesRead;
  };
};

export type ConnectionPool = ReturnType<typeof makeConnectionPool>;
