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
import { carryOut } from '../driver/database.ts';
import type { Transact } from '../driver/transaction.ts';
import { lockRegistro } from '../log/registro.ts';
import { readClientDays } from '../pedidos/client-days.ts';
import { writeResumen } from '../pedidos/resumen.ts';
import { BUMP_LLAVES_VERSION } from './llaves-version.ts';

/** Locks the row: the switches that are kept must be those of the moment, which another process may be setting. */
const FIND_LOCKED = `${FIND_CUENTA} FOR UPDATE`;
/** Tells a replica with the old days from one with the new days, although no order changed. */
const BUMP_VERSION = 'UPDATE registros SET version = version + 1 WHERE restaurante_id = $1';

export const makeCuentaStore = (
  database: Database,
  transact: Transact,
  clientKeys: ClientKeys,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => ({
  ...sharedCuentas(database, randomBytes),
  save: (perfil, flags) =>
    transact(async (transaction) => {
      const { id, slug, nombre, zona_horaria: zone } = perfil;
      // Takes the log's lock first, so that no batch is planned in the old zone and stored after this.
      transaction.send(START_LOG, [id, makeLogTag(randomBytes)]);
      const [, [before]] = await Promise.all([
        lockRegistro(transaction, id),
        transaction.rows<CuentaRow>(FIND_LOCKED, [id]),
      ]);
      const activo = flags.activo ?? before?.activo ?? true;
      const ingesta = flags.ingesta ?? before?.ingesta ?? false;
      const values = [id, slug, nombre, zone, activo, ingesta, JSON.stringify(perfil)];
      transaction.send(SAVE_CUENTA, values);
      if (before !== undefined && before.zona_horaria !== zone) {
        const rebuild = rebuildSummary(id, zone, { now: clock.now(), clientKeys });
        const deltas = await carryOut(transaction, rebuild);
        const clientDays = await readClientDays(transaction, id, deltas.clientes);
        writeResumen(transaction, id, deltas, clientDays);
        transaction.send(BUMP_VERSION, [id]);
      }
      if (before !== undefined && before.activo !== activo) {
        transaction.send(BUMP_LLAVES_VERSION, []);
      }
    }),
});
