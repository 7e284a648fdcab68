import type { ClientKeys } from '../../../domain/cliente/client-keys.ts';
import { makeLogTag } from '../../../domain/pedido/evento.ts';
import {
  type CuentaRow,
  FIND_CUENTA,
  SAVE_CUENTA,
  START_LOG,
  sharedCuentas,
} from '../../accounts/cuentas.ts';
import { rebuildSummary } from '../../accounts/rebuild-summary.ts';
import type { Database } from '../../database.ts';
import type { CuentaStore } from '../../port/accounts.ts';
import type { StoreDeps } from '../../port/deps.ts';
import type { Changes } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import { writeResumen } from '../pedidos/resumen.ts';

export const makeCuentaStore = (
  database: Database,
  connection: Connection,
  changes: Changes,
  clientKeys: ClientKeys,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => ({
  ...sharedCuentas(database, randomBytes),
  save: async (perfil, flags) =>
    connection.transaction(() => {
      const { run, get } = connection;
      const { id, slug, nombre, zona_horaria: zone } = perfil;
      const before = get<CuentaRow>(FIND_CUENTA, id);
      const activo = flags.activo ?? before?.activo !== 0;
      const ingesta = flags.ingesta ?? before?.ingesta === 1;
      const body = Buffer.from(JSON.stringify(perfil));
      run(SAVE_CUENTA, id, slug, nombre, zone, Number(activo), Number(ingesta), body);
      if (before === undefined) run(START_LOG, id, makeLogTag(randomBytes));
      else if (before.zona_horaria !== zone) {
        const rebuild = rebuildSummary(id, zone, { now: clock.now(), clientKeys });
        writeResumen(connection, id, carryOut(connection, rebuild));
      }
      changes.accountsChanged();
    }),
});
