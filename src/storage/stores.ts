import type { ClientKeys } from '../domain/cliente/client-keys.ts';
import { makeAuditStore } from './accounts/auditoria.ts';
import { makeCuentaStore } from './accounts/cuentas.ts';
import { type LlaveParts, makeLlaveStore } from './accounts/llaves.ts';
import { makeClienteStore } from './clientes/clientes.ts';
import type { Database } from './database.ts';
import { makeEnlaceStore } from './deliveries/enlaces.ts';
import { makeEnvioStore } from './deliveries/envios.ts';
import type { DatabaseClock } from './health/clock.ts';
import { makeHealthStore } from './health/health.ts';
import { makeMailStore } from './mail/mail.ts';
import { makeClosingStore } from './money/closing/closings.ts';
import { makeMoneyStore } from './money/read.ts';
import { makeConsultaStore } from './panel/consultas.ts';
import { makeFactorStore } from './panel/factores.ts';
import { makeIntentoStore } from './panel/intentos.ts';
import { makeMiembroStore } from './panel/miembros.ts';
import { makePantallaStore } from './panel/pantallas.ts';
import { makeSesionStore } from './panel/sesiones.ts';
import { makeUsoStore } from './panel/usos.ts';
import { makeUsuarioStore } from './panel/usuarios.ts';
import type { StoreDeps } from './port/deps.ts';
import type { LaneEngine } from './webhooks/lanes/lanes.ts';
import { makeWebhookStore } from './webhooks/webhooks.ts';

interface EngineParts {
  clientKeys: ClientKeys;
  llaves: LlaveParts;
  lanes: LaneEngine;
  clock: DatabaseClock;
}

/** The stores that are written once for both engines, and what an engine brings along for them. */
export const makeSharedStores = (database: Database, deps: StoreDeps, parts: EngineParts) => ({
  clientes: makeClienteStore(database, parts.clientKeys),
  money: makeMoneyStore(database),
  cierres: makeClosingStore(database),
  cuentas: makeCuentaStore(database, deps, parts.clientKeys),
  llaves: makeLlaveStore(database, parts.llaves),
  usuarios: makeUsuarioStore(database),
  miembros: makeMiembroStore(database),
  factores: makeFactorStore(database),
  sesiones: makeSesionStore(database),
  pantallas: makePantallaStore(database),
  intentos: makeIntentoStore(database),
  usos: makeUsoStore(database),
  consultas: makeConsultaStore(database, deps.clock.now),
  auditoria: makeAuditStore(database),
  webhooks: makeWebhookStore(database, parts.lanes),
  enlaces: makeEnlaceStore(database),
  envios: makeEnvioStore(database),
  health: makeHealthStore(database, parts.clock, deps.clock.now),
  mails: makeMailStore(database, deps.clock.now),
});
