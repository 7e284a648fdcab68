import { makeClientKeys } from '../../../domain/cliente/client-keys.ts';
import { makeMintId } from '../../../domain/ids.ts';
import { makeMemoryLimiter } from '../../accounts/memory-limiter.ts';
import { makeReadSecret } from '../../accounts/secrets.ts';
import { makePedidoStore } from '../../pedidos/pedidos.ts';
import type { StoreDeps } from '../../port/deps.ts';
import { StorageUnusableError } from '../../port/errors.ts';
import type { Store } from '../../port/store.ts';
import { makeSharedStores } from '../../stores.ts';
import { makeChanges } from './driver/changes.ts';
import type { Connection } from './driver/connection.ts';
import { makeDatabase } from './driver/database.ts';
import { openDatabase } from './driver/open.ts';
import { vacuumDatabase } from './driver/vacuum.ts';
import { makeLogStore } from './log/log.ts';
import { PEDIDO_SQL } from './pedidos/sql.ts';
import { makeLaneEngine } from './webhooks/lanes.ts';
import { makeSenderLock } from './webhooks/sender-lock.ts';

export const openSqliteStore = (dataDir: string, deps: StoreDeps): Store =>
  makeSqliteStore(openDatabase(dataDir), deps);

export const makeSqliteStore = (connection: Connection, deps: StoreDeps): Store => {
  const { clock, randomBytes } = deps;
  connection.waitForLocks(0);
  const mintId = makeMintId(randomBytes);
  const changes = makeChanges(connection, clock.monotonic);
  const clientKeys = makeClientKeys(readClientSecret(connection));
  const context = () => ({ now: clock.now(), mintId, clientKeys, randomBytes });
  const database = makeDatabase(connection, changes);
  const log = makeLogStore(connection, database, context, changes, deps);
  const senderLock = makeSenderLock(connection);
  const lanes = makeLaneEngine(connection, senderLock.isMine, clock.monotonic);
  let closing: Promise<void> | null = null;

  return {
    engine: 'sqlite',
    log,
    pedidos: makePedidoStore(PEDIDO_SQL, database, clientKeys),
    ...makeSharedStores(database, deps, {
      clientKeys,
      llaves: {
        lookup: database.all,
        version: changes.accountsVersion,
        readVersion: async () => changes.accountsVersion(),
      },
      lanes,
      clock: { sql: "CAST(unixepoch('subsec') * 1000 AS INTEGER)", isRemote: false },
    }),
    // One process serves a SQLite database: nobody else has requests or streams to count.
    makeLimiter: (limit) => makeMemoryLimiter(clock, limit),
    flujos: { claim: async (counts) => new Map(counts) },
    secret: makeReadSecret(database, randomBytes),
    async ping() {
      connection.checkNotReplaced();
      connection.get('SELECT 1 FROM restaurantes LIMIT 1');
    },
    absentNodes: async () => [],
    vacuum: () => vacuumDatabase(connection),
    close() {
      log.unwatch();
      closing ??= Promise.all([log.idle(), lanes.idle()]).then(() => {
        senderLock.release();
        connection.close();
      });
      return closing;
    },
  };
};

/** The key was made with the schema: opening a store of SQLite waits for nothing. */
const readClientSecret = ({ get }: Connection): Uint8Array => {
  const row = get<{ value: Uint8Array }>("SELECT value FROM secrets WHERE name = 'clientes'");
  if (row === undefined)
    throw new StorageUnusableError('the database has lost the key of customers');
  return row.value;
};
