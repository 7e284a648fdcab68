import { makeClientKeys } from '../../../domain/cliente/client-keys.ts';
import { makeMintId } from '../../../domain/ids.ts';
import { makeReadSecret } from '../../accounts/secrets.ts';
import { makePedidoStore } from '../../pedidos/pedidos.ts';
import type { StoreDeps } from '../../port/deps.ts';
import type { Store } from '../../port/store.ts';
import { makeSharedStores } from '../../stores.ts';
import { makeLlavesVersion, readLlavesVersion } from './accounts/llaves-version.ts';
import { makeGates } from './cluster/gates.ts';
import { STATEMENT_MS } from './driver/clock.ts';
import { makeDatabase, readerOn } from './driver/database.ts';
import { prepareDatabase } from './driver/migrate.ts';
import { CONNECTIONS_MAX, CONNECTIONS_MIN, makePools, writersWithin } from './driver/pools.ts';
import { makeTransact } from './driver/transaction.ts';
import { vacuumDatabase } from './driver/vacuum.ts';
import { makeFlujoStore } from './limits/flujos.ts';
import { makeSharedLimiter } from './limits/shared-limiter.ts';
import { makeVentanaStore } from './limits/ventanas.ts';
import { makeLogStore } from './log/log.ts';
import { PEDIDO_SQL } from './pedidos/sql.ts';
import { makeReplicaPedidos } from './replica/pedidos.ts';
import { openReplica } from './replica/replica.ts';
import { makePostgresWatchers } from './wake/watch.ts';
import { makeLaneEngine } from './webhooks/lanes.ts';

const NO_OBSERVER = { became: () => {}, lagged: () => {}, read: () => {} };
const ALONE = { processes: 1, onFew: () => {} };

/** Some reads go to the replica, if there is one. */
export const openPostgresStore = async (
  databaseUrl: string,
  deps: StoreDeps,
  replicaUrl: string | null = null,
): Promise<Store> => {
  const { clock, randomBytes, connections: { processes, onFew } = ALONE } = deps;
  const prepared = await prepareDatabase(databaseUrl);
  const { options, connectionsAllowed: allowed, distributed } = prepared;
  if (distributed.length > 0) deps.onDistributed?.(distributed);
  const [wanted, needed] = [CONNECTIONS_MAX * processes, CONNECTIONS_MIN * processes];
  if (allowed < wanted) onFew(allowed, wanted, needed);
  const pools = makePools(databaseUrl, options, writersWithin(allowed, processes));
  const { lookups, counting, writers } = pools;
  const cluster = options.cluster ? makeGates(pools, clock.monotonic) : null;
  const { reader, bulk } = cluster ?? pools;
  // A pipeline would let all restaurants wait behind one node: on a cluster it serves the coordinator's own tables.
  const short = cluster === null ? lookups : reader;
  const transact = makeTransact(writers);
  const database = makeDatabase(reader, transact);
  const mintId = makeMintId(randomBytes);
  const secret = makeReadSecret(database, randomBytes);
  const clientKeys = makeClientKeys(
    await secret('clientes').catch(async (error: unknown) => {
      await pools.close();
      throw error;
    }),
  );
  const context = () => ({ now: clock.now(), mintId, clientKeys, randomBytes });
  const watchers = makePostgresWatchers(databaseUrl, transact, deps);
  const log = makeLogStore(
    { ...pools, reader, lookups: short },
    database,
    context,
    watchers,
    deps,
    cluster?.commits,
  );
  const { replica: observer = NO_OBSERVER } = deps;
  const pedidos = makePedidoStore(PEDIDO_SQL, readerOn(reader), clientKeys, {
    lookups: readerOn(short),
    bulk: readerOn(bulk),
  });
  const replica = replicaUrl === null ? null : openReplica(replicaUrl, reader, { clock, observer });
  const ventanas = makeVentanaStore(counting);
  let closing: Promise<void> | null = null;

  return {
    engine: 'postgres',
    log,
    pedidos: replica === null ? pedidos : makeReplicaPedidos(pedidos, clientKeys, reader, replica),
    ...makeSharedStores(database, deps, {
      clientKeys,
      llaves: {
        lookup: readerOn(lookups).all,
        version: makeLlavesVersion(lookups, clock.monotonic),
        readVersion: () => readLlavesVersion(lookups),
      },
      lanes: makeLaneEngine(database, counting, cluster?.steps.within ?? null),
      clock: { sql: STATEMENT_MS, isRemote: true },
    }),
    makeLimiter: (limit) => makeSharedLimiter(ventanas, clock, limit),
    flujos: makeFlujoStore(transact, randomBytes),
    secret,
    async ping() {
      await reader.rows('SELECT id FROM restaurantes LIMIT 1', []);
    },
    absentNodes: cluster?.absentNodes ?? (async () => []),
    vacuum: () => vacuumDatabase(databaseUrl),
    close() {
      closing ??= log
        .idle()
        .then(watchers.close)
        .then(replica?.close)
        .then(() => pools.close());
      return closing;
    },
  };
};
