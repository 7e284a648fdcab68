import type { Acceso } from '../../admin/acceso.ts';
import { type Pantallas, SCREEN_PREFIX } from '../../admin/pantallas.ts';
import type { FoundLlave, LlaveStore } from '../../storage/port/accounts.ts';
import { screenKey } from './pantallas/access.ts';
import { SESSION_PREFIX, userKey } from './public-api.ts';

/** Adds the panel's sessions and screens to the keys that streams and exports check. A session that has ended is left out. */
export const withSessions = (
  llaves: Pick<LlaveStore, 'findByIds'>,
  acceso: Pick<Acceso, 'isOpen'>,
  pantallas: Pick<Pantallas, 'watch'>,
): Pick<LlaveStore, 'findByIds'> => ({
  async findByIds(ids) {
    const {
      sessions = [],
      screens = [],
      keys = [],
    } = Object.groupBy(ids, (id) => {
      if (id.startsWith(SESSION_PREFIX)) return 'sessions';
      return id.startsWith(SCREEN_PREFIX) ? 'screens' : 'keys';
    });
    const found = keys.length === 0 ? new Map<string, FoundLlave>() : await llaves.findByIds(keys);
    await Promise.all(
      sessions.map(async (id) => {
        if (!(await acceso.isOpen(id.slice(SESSION_PREFIX.length)))) return;
        // Active even if the restaurant is suspended: its people may still look at its orders.
        found.set(id, { llave: userKey(id, ''), activo: true });
      }),
    );
    if (screens.length > 0) {
      const open = await pantallas.watch(screens.map((id) => id.slice(SCREEN_PREFIX.length)));
      for (const { pantalla, activo } of open.values()) {
        const llave = screenKey(pantalla);
        found.set(llave.id, { llave, activo });
      }
    }
    return found;
  },
});
