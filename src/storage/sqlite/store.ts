import { existsSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { makeMintId } from '../../domain/ids.ts';
import type { StoreDeps } from '../port/deps.ts';
import { StorageUnusableError } from '../port/errors.ts';
import type { Store } from '../port/store.ts';
import { makeOrderCache } from '../shared/order-cache.ts';
import { makeAuditStore } from './accounts/auditoria.ts';
import { makeCuentaStore } from './accounts/cuentas.ts';
import { makeIntentoStore } from './accounts/intentos.ts';
import { makeLlaveStore } from './accounts/llaves.ts';
import { makeReadSecret } from './accounts/secretos.ts';
import { makeSesionStore } from './accounts/sesiones.ts';
import { makeUsoStore } from './accounts/usos.ts';
import { makeUsuarioStore } from './accounts/usuarios.ts';
import { makeChanges } from './driver/changes.ts';
import type { Connection } from './driver/connection.ts';
import { openDatabase } from './driver/open.ts';
import { makeLogStore } from './log/log.ts';
import { makeConsultaStore } from './pedidos/consultas.ts';
import { makePedidoStore } from './pedidos/pedidos.ts';
import { makeWebhookStore } from './webhooks/webhooks.ts';

export const openSqliteStore = (dataDir: string, deps: StoreDeps): Store =>
  makeSqliteStore(openDatabase(dataDir), deps);

export const makeSqliteStore = (connection: Connection, deps: StoreDeps): Store => {
  const { clock, randomBytes } = deps;
  const mintId = makeMintId(randomBytes);
  const changes = makeChanges(connection, clock.monotonic);
  const cache = makeOrderCache();
  const context = () => ({ now: clock.now(), mintId, randomBytes });
  const log = makeLogStore(connection, cache, context, changes, deps);
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
    secret: makeReadSecret(connection, randomBytes),
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
