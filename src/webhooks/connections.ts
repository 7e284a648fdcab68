import { isIP as familyOf, type LookupFunction, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Pool } from 'undici';
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
const POOL_IDLE_MS = 60_000;

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
  const pools = new Map<string, { pool: Pool; usedAtMs: number; running: number }>();
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

  const makePool = (origin: string, isSecure: boolean) => ({
    // As many connections as attempts at once: how many those may be is the dispatcher's business.
    pool: new Pool(origin, {
      connect: isSecure ? connectSecure : connectPlain,
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
    }),
    usedAtMs: 0,
    running: 0,
  });

  /** Pools that nobody has used for a while go, with what they remember. */
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAtMs < POOL_IDLE_MS) return;
    sweptAtMs = nowMs;
    for (const [origin, { pool, usedAtMs, running }] of pools) {
      if (running > 0 || nowMs - usedAtMs < POOL_IDLE_MS) continue;
      pools.delete(origin);
      void pool.close();
    }
  };

  return {
    /** The pool of an origin, until it is given back. */
    take(origin: string, isSecure: boolean): { pool: Pool; keep: boolean; giveBack(): void } {
      const nowMs = clock.monotonic();
      sweep(nowMs);
      const entry = pools.getOrInsertComputed(origin, () => makePool(origin, isSecure));
      entry.usedAtMs = nowMs;
      entry.running += 1;
      return {
        pool: entry.pool,
        keep: openSockets < KEPT_SOCKETS_MAX,
        giveBack() {
          entry.running -= 1;
        },
      };
    },
    open: (): number => openSockets,
    async close(): Promise<void> {
      const closing = [...pools.values()].map(({ pool }) => pool.destroy());
      pools.clear();
      await Promise.all(closing);
    },
  };
};

export type Connections = ReturnType<typeof makeConnections>;
