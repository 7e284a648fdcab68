import Type from 'typebox';
import type { Aviso, Avisos, PreferenciasAvisos } from '../../../contract/avisos/avisos.ts';
import { TIPOS_CONDICION, type TipoCondicion } from '../../../contract/avisos/condicion.ts';
import { Exact } from '../../../contract/scalars.ts';
import { kindOf, nameOfKind, pageOf, wordsOf } from '../../../domain/health/kinds.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import type { Condition, HealthStore } from '../../../storage/port/notices/health.ts';
import { okJson } from '../../answer/answer.ts';
import { mayIn, type SessionPrincipal } from '../../principal.ts';
import type { PanelDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const LISTED_MAX = 300;

const Preferencias = Exact({
  correo: Type.Boolean(),
  silenciadas: Type.Array(Type.Enum(TIPOS_CONDICION), { maxItems: TIPOS_CONDICION.length }),
  idioma: Type.Enum(['es', 'en']),
});

const avisoView = (condition: Condition): Aviso => {
  const [es, en] = [wordsOf(condition, 'es'), wordsOf(condition, 'en')];
  const { id, tipo, objeto, desdeMs, hastaMs, vistaPor } = condition;
  return {
    id,
    tipo,
    grave: kindOf(tipo).isGrave,
    titulo: { es: es.title, en: en.title },
    consejo: { es: es.advice, en: en.advice },
    objeto,
    pagina: pageOf(condition),
    desde: isoTimestamp(desdeMs),
    hasta: isoTimestampOrNull(hastaMs),
    visto_por: vistaPor,
  };
};

type Usuario = SessionPrincipal['usuario'];

/** People see what they may act on. */
const concerns = (usuario: Usuario, tipo: TipoCondicion, restauranteId: string | null): boolean => {
  const { right } = kindOf(tipo);
  if (right === null || restauranteId === null) return usuario.operador;
  return mayIn(usuario, restauranteId, right) === true;
};

const avisosView = (
  conditions: readonly Condition[],
  usuario: Usuario,
  restauranteId: string | null,
): Avisos => ({
  datos: conditions.filter(({ tipo }) => concerns(usuario, tipo, restauranteId)).map(avisoView),
});

/** The open conditions that concern somebody. */
export const readAvisos = async (
  health: Pick<HealthStore, 'listOpen'>,
  usuario: Usuario,
  restauranteId: string | null,
): Promise<Avisos> => avisosView(await health.listOpen(restauranteId), usuario, restauranteId);

export const avisoRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { clock, hasMail } = deps;
  const { health } = deps.store;
  const ofRestaurant = routesFor('restaurante', 'perfil');
  const operator = routesFor('operator');
  const user = routesFor('user');

  const listOpen = async ({ usuario }: SessionPrincipal, restauranteId: string | null) =>
    okJson(await readAvisos(health, usuario, restauranteId));

  const listPast = async ({ usuario }: SessionPrincipal, restauranteId: string | null) => {
    const all = await health.list(restauranteId, LISTED_MAX);
    const past = all.filter(({ hastaMs }) => hastaMs !== null);
    return okJson(avisosView(past, usuario, restauranteId));
  };

  /** Idempotent: it is known, whoever said so first. */
  const acknowledge = async (
    principal: SessionPrincipal,
    restauranteId: string | null,
    id: string,
  ) => {
    const open = await health.listOpen(restauranteId);
    const condition = open.find((each) => each.id === id);
    if (condition === undefined || !concerns(principal.usuario, condition.tipo, restauranteId)) {
      throw notFound('No existe el aviso, o ya ha terminado.');
    }
    await health.acknowledge(restauranteId, id, {
      momentoMs: clock.now(),
      actor: principal.actor,
      accion: 'condicion.vista',
      objeto: condition.objeto === '' ? id : condition.objeto,
      restauranteId,
      detalle: { tipo: condition.tipo },
    });
    return okJson({ ok: true });
  };

  const preferences = async ({ usuario }: SessionPrincipal) => {
    const { correo, silenciadas, idioma } = await health.preferences(usuario.id);
    // Mail about restaurants goes to their own people, not to operators.
    const isOwn = (tipo: TipoCondicion): boolean =>
      kindOf(tipo).right === null
        ? usuario.operador
        : usuario.membresias.some(({ restauranteId }) => concerns(usuario, tipo, restauranteId));
    return okJson({
      ...{ correo, silenciadas, idioma, servicio_envia_correo: hasMail },
      tipos: TIPOS_CONDICION.filter(isOwn).map((tipo) => ({ tipo, titulo: nameOfKind(tipo) })),
    } satisfies PreferenciasAvisos);
  };

  return [
    ofRestaurant.get('/avisos', null, ({ principal, cuenta }) => listOpen(principal, cuenta.id)),
    ofRestaurant.get('/avisos/pasados', null, ({ principal, cuenta }) =>
      listPast(principal, cuenta.id),
    ),
    ofRestaurant.post('/avisos/{id}/visto', null, ({ principal, cuenta, params }) =>
      acknowledge(principal, cuenta.id, params['id'] ?? ''),
    ),
    operator.get('/operador/avisos', null, ({ principal }) => listOpen(principal, null)),
    operator.get('/operador/avisos/pasados', null, ({ principal }) => listPast(principal, null)),
    operator.post('/operador/avisos/{id}/visto', null, ({ principal, params }) =>
      acknowledge(principal, null, params['id'] ?? ''),
    ),
    user.get('/avisos/preferencias', null, ({ principal }) => preferences(principal)),
    user.post('/avisos/preferencias', Preferencias, async ({ principal }, given) => {
      await health.setPreferences(principal.usuario.id, given);
      return preferences(principal);
    }),
  ];
};
