import Type from 'typebox';
import { keyUse } from '../../../admin/keys/key-use.ts';
import { makeLlaves, NOMBRE_CHARS_MAX, tokenHint } from '../../../admin/llaves.ts';
import { ALCANCES } from '../../../contract/alcances.ts';
import { TOKEN_LABELS } from '../../../contract/ids.ts';
import type * as Panel from '../../../contract/panel.ts';
import { Exact, Nullable, Timestamp } from '../../../contract/scalars.ts';
import { estadoLlave } from '../../../domain/llave.ts';
import { isoDate, isoTimestamp, isoTimestampOrNull, utcDay } from '../../../domain/time.ts';
import { LLAVES_ACTIVAS_MAX, type Llave } from '../../../storage/port/accounts.ts';
import type { Uso } from '../../../storage/port/panel.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { conflict, invalid, notFound, PanelError } from '../errors.ts';
import { integer } from '../query.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from '../route.ts';
import { tellOfIntegrator } from '../tell-owners.ts';

const WEEK_DAYS = 7;
const USO_PARAMETERS = { dias: integer(1, 90, 30) };
const GRACIA_S_MAX = 30 * 86_400;
/** One line that neither begins nor ends with a space. */
export const Nombre = Type.String({
  minLength: 1,
  maxLength: NOMBRE_CHARS_MAX,
  pattern: '^[^\\s\\p{Cc}\\p{Cs}](?:[^\\p{Cc}\\p{Cs}]*[^\\s\\p{Cc}\\p{Cs}])?$',
});

const Nueva = Exact({
  nombre: Nombre,
  etiqueta: Type.Enum(TOKEN_LABELS),
  alcances: Type.Array(Type.Enum(ALCANCES), { minItems: 1, maxItems: ALCANCES.length }),
  expira_en: Nullable(Timestamp()),
});
const Rotacion = Exact({
  gracia_s: Type.Integer({ minimum: 0, maximum: GRACIA_S_MAX }),
  expira_en: Type.Optional(Nullable(Timestamp())),
});

const NO_USE = { peticiones: 0, limitadas: 0, errores: 0 };

export const llaveRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { store, clock, personas } = deps;
  const llaves = makeLlaves(deps);
  const { get, post } = routesFor('restaurante', 'llaves');
  const today = (): number => utcDay(clock.now());

  const llaveView = (llave: Llave, usos: readonly Uso[] = []): Panel.Llave => ({
    id: llave.id,
    nombre: llave.nombre,
    etiqueta: llave.etiqueta,
    alcances: llave.alcances,
    muestra: tokenHint(llave),
    estado: estadoLlave(llave, clock.now()),
    creador: llave.creador,
    creada_en: isoTimestamp(llave.creadaMs),
    expira_en: isoTimestampOrNull(llave.expiraMs),
    revocada_en: isoTimestampOrNull(llave.revocadaMs),
    ultimo_uso_en: isoTimestampOrNull(llave.ultimoUsoMs),
    uso: {
      '7d': sum(usos, (uso) => uso.peticiones),
      limitadas_7d: sum(usos, (uso) => uso.limitadas),
    },
  });

  const usesOf = async (restauranteId: string, days: number) =>
    Map.groupBy(await store.usos.list(restauranteId, today() - days + 1), ({ llaveId }) => llaveId);

  const viewOne = async (llave: Llave): Promise<Panel.Llave> =>
    llaveView(llave, (await usesOf(llave.restauranteId, WEEK_DAYS)).get(llave.id));

  /** The key in the path; another restaurant's is not found. */
  const findOwn = async ({ cuenta, params: { id = '' } }: OfRestaurant): Promise<Llave> => {
    const llave = await store.llaves.get(id);
    if (llave === null || llave.restauranteId !== cuenta.id) throw REFUSED.not_found;
    return llave;
  };

  return [
    get('/llaves', null, async ({ cuenta }) => {
      const [all, usos] = await Promise.all([llaves.list(cuenta.id), usesOf(cuenta.id, WEEK_DAYS)]);
      const datos = all.map((llave) => llaveView(llave, usos.get(llave.id)));
      return okJson({ datos } satisfies Panel.Lista<Panel.Llave>);
    }),
    post('/llaves', Nueva, async (request, body) => {
      const { cuenta, principal } = request;
      const { expira_en: expira, ...chosen } = body;
      const expiraMs = expira === null ? null : Date.parse(expira);
      const made = await llaves.create(
        { restauranteId: cuenta.id, ...chosen, expiraMs },
        principal.actor,
      );
      if (made.outcome !== 'created') throw REFUSED[made.outcome];
      const { llave, token } = made;
      await tellOfIntegrator(personas, request, `la llave «${llave.nombre}»`);
      return createdJson({ llave: await viewOne(llave), token } satisfies Panel.LlaveCreada);
    }),
    post('/llaves/{id}/revocar', null, async (request) => {
      const { id } = await findOwn(request);
      const { outcome } = await llaves.revoke(id, request.principal.actor);
      if (outcome !== 'revoked') throw conflict('La llave ya estaba revocada.');
      return okJson({ llave: await viewOne(await findOwn(request)) });
    }),
    post('/llaves/{id}/rotar', Rotacion, async (request, body) => {
      const { id } = await findOwn(request);
      const { gracia_s: graceS, expira_en: expira } = body;
      const expiraMs = typeof expira === 'string' ? Date.parse(expira) : expira;
      const rotated = await llaves.rotate(
        { id, graceMs: graceS * 1_000, expiraMs },
        request.principal.actor,
      );
      switch (rotated.outcome) {
        case 'rotated':
          await tellOfIntegrator(
            personas,
            request,
            `la llave «${rotated.llave.nombre}», que sigue a otra`,
          );
          return createdJson({
            llave: await viewOne(rotated.llave),
            token: rotated.token,
            anterior_expira_en: isoTimestamp(rotated.anteriorExpiraMs),
          } satisfies Panel.LlaveRotada);
        case 'needs_expiry':
          throw new PanelError(
            'falta_expiracion',
            `La llave termina el ${isoTimestamp(rotated.expiraMs)}: di cuándo termina la nueva.`,
            { campo: '/expira_en' },
          );
        case 'not_active':
          throw conflict(`La llave está ${rotated.estado}.`);
        default:
          throw REFUSED[rotated.outcome];
      }
    }),
    get('/llaves/{id}/origen', null, async (request) =>
      okJson(await keyUse(store.usos, await findOwn(request), clock.now())),
    ),
    get('/llaves/{id}/uso', USO_PARAMETERS, async (request, { dias }) => {
      const { id } = await findOwn(request);
      const usos = (await usesOf(request.cuenta.id, dias)).get(id) ?? [];
      const byDay = new Map(usos.map((uso) => [uso.dia, uso]));
      const first = today() - dias + 1;
      const datos = Array.from({ length: dias }, (_, i): Panel.UsoDia => {
        const { peticiones, limitadas, errores } = byDay.get(first + i) ?? NO_USE;
        return { dia: isoDate(first + i), peticiones, limitadas, errores };
      });
      return okJson({ datos } satisfies Panel.Lista<Panel.UsoDia>);
    }),
  ];
};

const REFUSED = {
  no_restaurant: notFound('No existe el restaurante.'),
  no_scopes: invalid('/alcances', 'Falta un alcance.'),
  not_found: notFound('No existe la llave.'),
  expires_in_past: invalid('/expira_en', 'La expiración ya ha pasado.'),
  too_many: conflict(
    `El restaurante ya tiene ${LLAVES_ACTIVAS_MAX} llaves activas: revoca alguna antes.`,
  ),
};

const sum = (usos: readonly Uso[], of: (uso: Uso) => number): number =>
  usos.reduce((total, uso) => total + of(uso), 0);
