import { screenName } from '../../../admin/pantallas.ts';
import type * as Panel from '../../../contract/panel.ts';
import type { Values } from '../../../contract/rutas/ruta.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { AuditEntry } from '../../../storage/port/accounts.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { invalid } from '../errors.ts';
import { integer, TEXT } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const PARAMETERS = { limite: integer(1, 100, 50), cursor: TEXT };

type Named = Pick<Store, 'llaves' | 'webhooks' | 'cuentas'>;

/** The names of everything that the entries of a page may mention, by id. */
const namesOf = async (
  { llaves, webhooks, cuentas }: Named,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> => {
  const ids = [...new Set(entries.flatMap(({ restauranteId }) => restauranteId ?? []))];
  const ofEach = ids.map(async (id) => {
    const [found, keys, hooks] = await Promise.all([
      cuentas.find(id),
      llaves.list(id),
      webhooks.list(id),
    ]);
    const named = [{ id, nombre: found?.cuenta.nombre }, ...keys, ...hooks];
    return named.map((each) => [each.id, each.nombre]);
  });
  const all = (await Promise.all(ofEach)).flat();
  // An object that was deleted since has its name only in the entry of its creation. A screen acts on itself alone.
  const told = entries.flatMap(({ objeto, detalle }) => {
    const name = detalle['nombre'] ?? detalle['email'];
    return [
      [objeto, name],
      [screenName(objeto), name],
    ];
  });
  return new Map([...told, ...all].filter((pair): pair is [string, string] => Boolean(pair[1])));
};

const actividadView = (
  entry: AuditEntry & { id: number },
  names: ReadonlyMap<string, string>,
): Panel.Actividad => ({
  id: String(entry.id),
  momento: isoTimestamp(entry.momentoMs),
  actor: entry.actor,
  accion: entry.accion,
  objeto: entry.objeto,
  nombres: {
    actor: names.get(entry.actor) ?? null,
    objeto: names.get(entry.objeto) ?? null,
    restaurante: names.get(entry.restauranteId ?? '') ?? null,
  },
  restaurante_id: entry.restauranteId,
  detalle: entry.detalle,
});

export const actividadRoutes = ({ store }: PanelDeps): PanelRoute[] => {
  const read = async (restauranteId: string | null, asked: Values<typeof PARAMETERS>) => {
    const { limite: limit, cursor } = asked;
    if (cursor !== null && !/^\d{1,15}$/.test(cursor)) {
      throw invalid('cursor', 'El cursor no es válido.');
    }
    const before = cursor === null ? undefined : Number(cursor);
    const entries = await store.auditoria.list(restauranteId, limit + 1, before);
    const page = entries.slice(0, limit);
    const names = await namesOf(store, page);
    const shown = page.map((entry) => actividadView(entry, names));
    const siguiente = entries.length > limit ? (shown.at(-1)?.id ?? null) : null;
    return okJson({ datos: shown, siguiente } satisfies Panel.Pagina<Panel.Actividad>);
  };

  return [
    routesFor('restaurante', 'actividad').get('/actividad', PARAMETERS, ({ cuenta }, asked) =>
      read(cuenta.id, asked),
    ),
    routesFor('operator').get('/operador/actividad', PARAMETERS, (_, asked) => read(null, asked)),
  ];
};
