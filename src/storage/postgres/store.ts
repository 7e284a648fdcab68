import { makeMintId } from '../../domain/ids.ts';
import type { StoreDeps } from '../deps.ts';
import type { Store } from '../port.ts';
import { makeAuditStore } from './auditoria.ts';
import { backupDatabase } from './backup.ts';
import { makePools } from './connection.ts';
import { makeConsultaStore } from './consultas.ts';
import { makeCuentaStore } from './cuentas.ts';
import { makeFlujoStore } from './flujos.ts';
import { makeIntentoStore } from './intentos.ts';
import { makeLlaveStore } from './llaves.ts';
import { makeLogStore } from './log.ts';
import { prepareDatabase } from './migrate.ts';
import { makePedidoStore } from './pedidos.ts';
import { makeReplicaPedidos } from './replica/pedidos.ts';
import { openReplica } from './replica/replica.ts';
import { makeSecret } from './secretos.ts';
import { makeSesionStore } from './sesiones.ts';
import { makeTransact } from './transaction.ts';
import { makeUsoStore } from './usos.ts';
import { makeUsuarioStore } from './usuarios.ts';
import { makeVentanaStore } from './ventanas.ts';
import { makePostgresWatchers } from './watch.ts';
import { makeWebhookStore } from './webhooks/webhooks.ts';

const NO_OBSERVER = { became: () => {}, lagged: () => {}, read: () => {} };

const PING = { name: 'ping', text: 'SELECT id FROM restaurantes LIMIT 1' };

/** With a replica, some of what is read is read there. */
export const openPostgresStore = async (
  databaseUrl: string,
  deps: StoreDeps,
  replicaUrl: string | null = null,
): Promise<Store> => {
  const { clock, randomBytes, onTransaction } = deps;
  const pools = makePools(databaseUrl, await prepareDatabase(databaseUrl));
  const { reader, lookups, counting, writers } = pools;
  const transact = makeTransact(writers);
  const mintId = makeMintId(randomBytes);
  const context = () => ({ now: clock.now(), mintId, randomBytes });
  const watchers = makePostgresWatchers(databaseUrl, transact, randomBytes);
  const log = makeLogStore(pools, transact, context, watchers, onTransaction);
  const { replica: observer = NO_OBSERVER } = deps;
  const replica = replicaUrl === null ? null : openReplica(replicaUrl, reader, { clock, observer });
  let closing: Promise<void> | null = null;

  return {
    engine: 'postgres',
    log,
    pedidos:
      replica === null
        ? makePedidoStore(reader, lookups)
        : makeReplicaPedidos(reader, lookups, replica),
    cuentas: makeCuentaStore(reader, transact, deps),
    llaves: makeLlaveStore(reader, lookups, transact, clock.monotonic),
    usuarios: makeUsuarioStore(reader, transact),
    sesiones: makeSesionStore(reader, transact),
    intentos: makeIntentoStore(transact),
    usos: makeUsoStore(reader, transact),
    consultas: makeConsultaStore(reader, clock.now),
    auditoria: makeAuditStore(reader),
    webhooks: makeWebhookStore(reader, transact),
    ventanas: makeVentanaStore(counting),
    flujos: makeFlujoStore(transact, randomBytes),
    secret: makeSecret(transact, randomBytes),
    async ping() {
      await reader.rows(PING, []);
    },
    backup: (file) => backupDatabase(databaseUrl, file),
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
