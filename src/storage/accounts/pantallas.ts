import { type Database, rows, send, type Work } from '../database.ts';
import type { AuditEntry } from '../port/accounts.ts';
import { PANTALLAS_MAX, type Pantalla, type PantallaStore } from '../port/pantallas.ts';
import { LLAVES } from '../shared/accounts/llaves.ts';
import { type FoundPantallaRow, PANTALLAS, toFoundPantalla } from '../shared/accounts/pantallas.ts';
import { audited, writeAudit } from './auditoria.ts';

/** `idsOf`: the texts of a JSON array, `$1`, as rows; each engine has its own words for it. */
export const makePantallaStore = ({ all, transact }: Database, idsOf: string): PantallaStore => ({
  create: (pantalla, hash, audit, max = PANTALLAS_MAX) =>
    transact(function* () {
      const { id, restauranteId, usuarioId, nombre, clase, creadaMs, vistaMs } = pantalla;
      if ((yield* rows(PANTALLAS.lockUser, usuarioId)).length === 0) return 'no_user';
      // Of two that create a screen at once, the second counts the first's.
      yield* rows(LLAVES.lock, restauranteId);
      const [row] = yield* rows<{ pantallas: number }>(PANTALLAS.count, restauranteId);
      if ((row?.pantallas ?? 0) >= max) return 'too_many';
      const values = [id, restauranteId, usuarioId, hash, nombre, clase, creadaMs, vistaMs];
      return (yield* audited(audit, PANTALLAS.insert, ...values)) ? 'created' : 'no_restaurant';
    }),
  async find(ids) {
    const found = await all<FoundPantallaRow>(
      `${PANTALLAS.find} WHERE p.id IN (${idsOf})`,
      JSON.stringify(ids),
    );
    return new Map(found.map((row) => [row.id, toFoundPantalla(row)]));
  },
  list: (restauranteId) =>
    restauranteId === null
      ? all<Pantalla>(PANTALLAS.list)
      : all<Pantalla>(PANTALLAS.listOfRestaurant, restauranteId),
  revoke: (id, audit) => transact(() => audited(audit, PANTALLAS.revoke, id)),
  touch: (seen) =>
    transact(function* () {
      // In the order of ids: two processes that write the same rows must not deadlock.
      for (const [id, atMs] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
        yield* send(PANTALLAS.touch, id, atMs);
      }
    }),
});

/** Revokes the screens of a user who is being disabled; `audit` is the entry of that. */
export function* revokeScreensOf(usuarioId: string, audit: AuditEntry): Work<void> {
  const revoked = yield* rows<Pick<Pantalla, 'id' | 'restauranteId' | 'nombre'>>(
    ...[PANTALLAS.revokeOfUser, usuarioId],
  );
  for (const { id, restauranteId, nombre } of revoked) {
    const detalle = { nombre, motivo: audit.accion };
    yield* writeAudit({
      ...audit,
      accion: 'pantalla.revocada',
      objeto: id,
      restauranteId,
      detalle,
    });
  }
}
