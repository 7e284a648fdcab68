import type { AuditEntry, AuditStore } from '../../../storage/port/accounts.ts';
import { readInteger } from '../../api/query.ts';
import { PanelError } from '../errors.ts';
import { readQuery } from '../query.ts';
import { isoInstant, json, type PanelRoute, routesFor } from '../route.ts';

const LIMITE_DEFAULT = 50;
const LIMITE_MAX = 100;

const view = (entry: AuditEntry & { id: number }) => ({
  id: String(entry.id),
  momento: isoInstant(entry.momentoMs),
  actor: entry.actor,
  accion: entry.accion,
  objeto: entry.objeto,
  restaurante_id: entry.restauranteId,
  detalle: entry.detalle,
});

/** Who did what and when: of a restaurant for its users, of all for operators. */
export const actividadRoutes = (auditoria: AuditStore): PanelRoute[] => {
  const read = async (restauranteId: string | null, raw: string) => {
    const query = readQuery(raw, ['limite', 'cursor']);
    const limit = readInteger(query, 'limite', {
      min: 1,
      max: LIMITE_MAX,
      fallback: LIMITE_DEFAULT,
    });
    const cursor = query.get('cursor');
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
      throw new PanelError('parametro_invalido', 'El cursor no es válido.', { campo: 'cursor' });
    }
    const before = cursor === undefined ? null : Number(cursor);
    const entries = await auditoria.page(restauranteId, { before, limit: limit + 1 });
    const shown = entries.slice(0, limit);
    const siguiente = entries.length > limit ? String(shown.at(-1)?.id) : null;
    return json({ datos: shown.map(view), siguiente });
  };

  return [
    routesFor('restaurante').get('/restaurantes/{rid}/actividad', ({ cuenta, query }) =>
      read(cuenta.id, query),
    ),
    routesFor('operator').get('/operador/actividad', ({ query }) => read(null, query)),
  ];
};
