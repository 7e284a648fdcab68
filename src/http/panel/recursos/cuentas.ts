import { fold } from '../../../domain/busqueda.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import type { CuentaStore } from '../../../storage/port/accounts.ts';
import { readInteger } from '../../api/query.ts';
import { readQuery } from '../query.ts';
import { json, type PanelRoute, routesFor } from '../route.ts';

const LIMITE_DEFAULT = 100;
const LIMITE_MAX = 200;
/** A search looks at no more accounts than this; `siguiente` goes on from there. */
const EXAMINED_MAX = 5_000;
const PAGE_ROWS = 500;

export const cuentaView = ({ id, slug, nombre, zonaHoraria, activo, ingesta }: Cuenta) => ({
  id,
  slug,
  nombre,
  zona_horaria: zonaHoraria,
  activo,
  ingesta,
});

/** The restaurants that the user may see. */
export const cuentaRoutes = (cuentas: Pick<CuentaStore, 'find' | 'list'>): PanelRoute[] => {
  const { get } = routesFor('user');

  /** By id, after one; with the id to go on from, or null at the end. */
  const search = async (text: string, start: string, limit: number) => {
    const wanted = fold(text);
    const found: Cuenta[] = [];
    let after = start;
    for (let examined = 0; examined < EXAMINED_MAX; ) {
      const page = await cuentas.list(after, PAGE_ROWS);
      for (const cuenta of page) {
        after = cuenta.id;
        examined += 1;
        const { id, slug, nombre } = cuenta;
        if (!fold(`${nombre}\n${slug}\n${id}`).includes(wanted)) continue;
        found.push(cuenta);
        if (found.length === limit) return { found, siguiente: after };
      }
      if (page.length < PAGE_ROWS) return { found, siguiente: null };
    }
    return { found, siguiente: after };
  };

  return [
    get('/restaurantes', async ({ query: raw, entered: { usuario } }) => {
      const query = readQuery(raw, ['buscar', 'despues_de', 'limite']);
      const limit = readInteger(query, 'limite', {
        min: 1,
        max: LIMITE_MAX,
        fallback: LIMITE_DEFAULT,
      });
      if (usuario.restauranteId !== null) {
        const own = await cuentas.find(usuario.restauranteId);
        return json({ datos: own === null ? [] : [cuentaView(own.cuenta)], siguiente: null });
      }
      const { found, siguiente } = await search(
        query.get('buscar') ?? '',
        query.get('despues_de') ?? '',
        limit,
      );
      return json({ datos: found.map(cuentaView), siguiente });
    }),
  ];
};
