import { existsSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { makeMintId } from '../../domain/ids.ts';
import type { StoreDeps } from '../deps.ts';
import { StorageUnusableError } from '../errors.ts';
import { makeOrderCache } from '../order-cache.ts';
import { SECRET_BYTES, type Store } from '../port.ts';
import { makeAuditStore } from './auditoria.ts';
import { makeChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import { makeConsultaStore } from './consultas.ts';
import { makeCuentaStore } from './cuentas.ts';
import { makeIntentoStore } from './intentos.ts';
import { makeLlaveStore } from './llaves.ts';
import { makeLogStore } from './log.ts';
import { openDatabase } from './open.ts';
import { makePedidoStore } from './pedidos.ts';
import { makeSesionStore } from './sesiones.ts';
import { makeUsoStore } from './usos.ts';
import { makeUsuarioStore } from './usuarios.ts';
import { makeWebhookStore } from './webhooks/webhooks.ts';

const KEEP_SECRET = 'INSERT INTO secretos (nombre, valor) VALUES (?, ?) ON CONFLICT DO NOTHING';
const READ_SECRET = 'SELECT valor FROM secretos WHERE nombre = ?';

export const openSqliteStore = (dataDir: string, deps: StoreDeps): Store =>
  makeSqliteStore(openDatabase(dataDir), deps);

export const makeSqliteStore = (connection: Connection, deps: StoreDeps): Store => {
  const { clock, randomBytes, onTransaction } = deps;
  const mintId = makeMintId(randomBytes);
  const changes = makeChanges(connection, clock.monotonic);
  const cache = makeOrderCache();
  const context = () => ({ now: clock.now(), mintId, randomBytes });
  const log = makeLogStore(connection, cache, context, changes, onTransaction);
  const webhooks = makeWebhookStore(connection, deps);
  let closing: Promise<void> | null = null;

  return {
    engine: 'sqlite',
    log,
    pedidos: makePedidoStore(connection),
    cuentas: makeCuentaStore(connection, changes, deps),
    llaves: makeLlaveStore(connection, changes),
    usuarios: makeUsuarioStore(connection),
    sesiones: makeSesionStore(connection),
    intentos: makeIntentoStore(connection),
    usos: makeUsoStore(connection),
    consultas: makeConsultaStore(connection, clock.now),
    auditoria: makeAuditStore(connection),
    webhooks,
    ventanas: null,
    flujos: null,
    secret: async (name) =>
      connection.transaction(() => {
        connection.run(KEEP_SECRET, name, randomBytes(SECRET_BYTES));
        return connection.get<{ valor: Uint8Array }>(READ_SECRET, name)?.valor ?? new Uint8Array();
      }),
    async ping() {
      connection.get('SELECT 1 FROM restaurantes LIMIT 1');
    },
    async backup(file) {
      if (existsSync(file)) throw new StorageUnusableError(`${file} exists already`);
      await backup(connection.db, file);
    },
    close() {
      log.unwatch();
      closing ??= Promise.all([log.idle(), webhooks.idle()]).then(() => {
        webhooks.close();
        connection.close();
      });
      return closing;
    },
  };
};
