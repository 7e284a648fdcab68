import Type from 'typebox';
import type * as Panel from '../../../contract/panel.ts';
import { Exact } from '../../../contract/scalars.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import { PASSKEYS_MAX } from '../../../storage/port/panel/factores.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { type PanelRoute, routesFor, type SignedIn } from '../route.ts';
import { Nombre } from './llaves.ts';
import { Credencial, WRONG } from './sesion.ts';

const Reto = Type.String({ maxLength: 100 });
const NuevaPasskey = Exact({ reto: Reto, nombre: Nombre, passkey: Credencial });
const NuevoTotp = Exact({ reto: Reto, codigo: Type.String({ maxLength: 40 }) });

/** The routes by which people manage their own second factors. */
export const factorRoutes = ({ factores }: PanelDeps): PanelRoute[] => {
  const { get, post, remove } = routesFor('user');

  const view = async ({ principal }: SignedIn): Promise<Panel.Factores> => {
    const { totp, passkeys, codigos } = await factores.of(principal.usuario.id);
    return {
      passkeys: passkeys.map(({ id, nombre, dominio, creadaMs, usadaMs }) => ({
        ...{ id, nombre, dominio },
        creada_en: isoTimestamp(creadaMs),
        usada_en: isoTimestampOrNull(usadaMs),
      })),
      totp: totp !== null,
      codigos,
    };
  };

  return [
    get('/factores', null, async (request) => okJson(await view(request))),
    post('/factores/passkeys/oferta', null, async ({ principal: { usuario }, visitor }) => {
      const offered = await factores.offerPasskey(usuario, visitor.origin);
      if (offered === null) throw conflict('Las llaves de acceso necesitan un dominio, no una IP.');
      return okJson(offered satisfies Panel.PasskeyOfrecida);
    }),
    post('/factores/passkeys', NuevaPasskey, async (request, { reto, nombre, passkey }) => {
      const { usuario } = request.principal;
      const made = await factores.addPasskey(usuario, reto, nombre, passkey);
      switch (made.outcome) {
        case 'added': {
          const answer: Panel.FactorCreado = { factores: await view(request), codigos: made.codes };
          return createdJson(answer);
        }
        case 'known':
          throw conflict('Esta llave de acceso ya está registrada.');
        case 'too_many':
          throw conflict(`Ya tienes ${PASSKEYS_MAX} llaves de acceso: quita alguna antes.`);
        default:
          throw WRONG[made.outcome];
      }
    }),
    // In the body: an id may be longer than a path allows.
    post('/factores/passkeys/quitar', Credencial, async (request, { id }) => {
      if (!(await factores.removePasskey(request.principal.usuario, id))) {
        throw notFound('No existe la llave de acceso.');
      }
      return okJson(await view(request));
    }),
    post('/factores/totp/oferta', null, async ({ principal }) => {
      const { reto, secret: secreto, uri } = await factores.offerTotp(principal.usuario);
      return okJson({ reto, secreto, uri } satisfies Panel.TotpOfrecido);
    }),
    post('/factores/totp', NuevoTotp, async (request, { reto, codigo }) => {
      const made = await factores.addTotp(request.principal.usuario, reto, codigo);
      if (made.outcome !== 'added') throw WRONG[made.outcome];
      const answer: Panel.FactorCreado = { factores: await view(request), codigos: made.codes };
      return createdJson(answer);
    }),
    remove('/factores/totp', null, async (request) => {
      if (!(await factores.removeTotp(request.principal.usuario)))
        throw notFound('No hay códigos.');
      return okJson(await view(request));
    }),
    post('/factores/codigos', null, async (request) => {
      const { totp, passkeys } = await view(request);
      if (!totp && passkeys.length === 0) throw conflict('Todavía no hay un segundo factor.');
      const codigos = await factores.renewCodes(request.principal.usuario);
      return createdJson({ factores: await view(request), codigos } satisfies Panel.FactorCreado);
    }),
  ];
};
