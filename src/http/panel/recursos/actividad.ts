import type * as Panel from '../../../contract/panel.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { AuditEntry, AuditStore } from '../../../storage/port/accounts.ts';
import { okJson } from '../../wire/answer.ts';
import { PanelError } from '../errors.ts';
import { integer, readQuery, TEXT } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const PARAMETERS = { limite: integer(1, 100, 50), cursor: TEXT };

const actividadView = (entry: AuditEntry & { id: number }): Panel.Actividad => ({
  id: String(entry.id),
  momento: isoTimestamp(entry.momentoMs),
  actor: entry.actor,
  accion: entry.accion,
  objeto: entry.objeto,
  restaurante_id: entry.restauranteId,
  detalle: entry.detalle,
});

export const actividadRoutes = (auditoria: AuditStore): PanelRoute[] => {
  const read = async (restauranteId: string | null, raw: string) => {
    const { limite: limit, cursor } = readQuery(raw, PARAMETERS);
    if (cursor !== null && !/^\d{1,15}$/.test(cursor)) {
      throw new PanelError('parametro_invalido', 'El cursor no es válido.', { campo: 'cursor' });
    }
    const before = cursor === null ? undefined : Number(cursor);
    const entries = await auditoria.list(restauranteId, limit + 1, before);
    const shown = entries.slice(0, limit).map(actividadView);
    const siguiente = entries.length > limit ? (shown.at(-1)?.id ?? null) : null;
    return okJson({ datos: shown, siguiente } satisfies Panel.Pagina<Panel.Actividad>);
  };

  return [
    routesFor('restaurante').get('/restaurantes/{rid}/actividad', ({ cuenta, query }) =>
      read(cuenta.id, query),
    ),
    routesFor('operator').get('/operador/actividad', ({ query }) => read(null, query)),
  ];
};
