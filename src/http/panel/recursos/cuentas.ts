import type * as Panel from '../../../contract/panel.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import { fold } from '../../../domain/fold.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import type { CuentaStore } from '../../../storage/port/accounts.ts';
import { type Body, parseBody } from '../../../storage/port/body.ts';
import type { UsuarioDetalle } from '../../../storage/port/panel.ts';
import { okJson } from '../../answer/answer.ts';
import { requireCuenta } from '../../api/recursos/restaurante.ts';
import type { PanelDeps } from '../deps.ts';
import { integer, TEXT } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const PARAMETERS = { buscar: TEXT, despues_de: TEXT, limite: integer(1, 200, 100) };
/** One search examines at most so many accounts; `siguiente` continues it. */
const EXAMINED_MAX = 5_000;
const PAGE_ROWS = 500;

type Cuentas = Pick<CuentaStore, 'find' | 'list'>;

export const cuentaView = (cuenta: Cuenta): Panel.Cuenta => {
  const { id, slug, nombre, zonaHoraria, activo, ingesta, corte, plazos } = cuenta;
  return { id, slug, nombre, zona_horaria: zonaHoraria, activo, ingesta, corte, plazos };
};

export const perfilView = ({ cuenta, perfil }: { cuenta: Cuenta; perfil: Body }): Panel.Perfil => ({
  restaurante: parseBody<Restaurante>(perfil),
  cuenta: cuentaView(cuenta),
});

export const cuentaRoutes = ({ store: { cuentas } }: PanelDeps): PanelRoute[] => {
  const page = (found: readonly Cuenta[], siguiente: string | null) =>
    okJson({ datos: found.map(cuentaView), siguiente } satisfies Panel.Pagina<Panel.Cuenta>);

  return [
    routesFor('user').get(
      '/restaurantes',
      PARAMETERS,
      async ({ principal: { usuario } }, asked) => {
        const { buscar, despues_de, limite } = asked;
        const [text, after] = [buscar ?? '', despues_de ?? ''];
        if (!usuario.operador) {
          const ids = restaurantsOf(usuario).filter((id) => id > after);
          return page(...(await searchOwn(cuentas, text, ids.sort(), limite)));
        }
        const { found, siguiente } = await searchCuentas(cuentas, text, after, limite);
        return page(found, siguiente);
      },
    ),
    routesFor('restaurante', 'perfil').get('/perfil', null, async ({ cuenta }) =>
      okJson(perfilView(await requireCuenta(cuentas, cuenta.id))),
    ),
  ];
};

/** The restaurants that somebody belongs to and is not shut out of. */
export const restaurantsOf = ({ membresias }: UsuarioDetalle): string[] =>
  membresias.flatMap(({ restauranteId, suspendidoMs }) =>
    suspendidoMs === null ? restauranteId : [],
  );

const searchOwn = async (
  cuentas: Cuentas,
  text: string,
  ids: readonly string[],
  limit: number,
): Promise<[Cuenta[], string | null]> => {
  const all = await Promise.all(ids.map(async (id) => (await cuentas.find(id))?.cuenta ?? []));
  const found = all.flat().filter((cuenta) => matches(cuenta, fold(text)));
  const shown = found.slice(0, limit);
  return [shown, found.length > limit ? (shown.at(-1)?.id ?? null) : null];
};

const matches = ({ id, slug, nombre }: Cuenta, wanted: string): boolean =>
  fold(`${nombre}\n${slug}\n${id}`).includes(wanted);

/** Finds accounts in the order of their ids, after `start`; `siguiente` is where to continue, null at the end. */
const searchCuentas = async (cuentas: Cuentas, text: string, start: string, limit: number) => {
  const wanted = fold(text);
  const found: Cuenta[] = [];
  let after = start;
  for (let examined = 0; examined < EXAMINED_MAX; examined += PAGE_ROWS) {
    const page = await cuentas.list(after, PAGE_ROWS);
    for (const cuenta of page) {
      after = cuenta.id;
      if (!matches(cuenta, wanted)) continue;
      found.push(cuenta);
      if (found.length === limit) return { found, siguiente: after };
    }
    if (page.length < PAGE_ROWS) return { found, siguiente: null };
  }
  return { found, siguiente: after };
};
