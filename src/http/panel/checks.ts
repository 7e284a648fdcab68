import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RIGHTS } from '../../contract/roles.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { makeAddressBuckets } from '../api/address-buckets.ts';
import { secondsUntil } from '../api/rate-headers.ts';
import { mayIn } from '../principal.ts';
import { splitTarget } from '../server/address.ts';
import { makeCookies } from './cookie.ts';
import type { PanelDeps } from './deps.ts';
import { notFound, PanelError, sessionEnded, tooLarge, tooMany } from './errors.ts';
import { makeIsSecure, makeOriginCheck } from './origin.ts';
import { screenToken } from './pantallas/access.ts';
import { screenGone, screenPaused } from './pantallas/errors.ts';
import { PANEL_ID } from './query.ts';
import type { Access, PanelRequest, RightOf } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A path of the panel's API that has neither this nor `allow` does not exist. */
    access?: Access;
    /** A person needs it in the restaurant of the path. */
    right?: RightOf | null;
  }
  interface FastifyRequest {
    panel: PanelRequest & { startedMs: number; cuenta: Cuenta | null };
  }
}

/** Requests a minute of one address that has neither a session nor a screen's cookie. */
export const STRANGER_RATE_LIMIT = 300;
/** A stranger's refusal waits as long, so that who asks again at once does not take the turns of others. */
const STRANGER_PAUSE_MS = 100;

/** The checks of every request below `/panel/api`, in this order. Each comment names the status of a refusal. */
export const addChecks = (app: FastifyInstance, deps: PanelDeps): void => {
  const { acceso, pantallas, principals, publicUrl, clock } = deps;
  const { cuentas } = deps.store;
  const cookies = makeCookies(publicUrl);
  const admit = makeAdmit(deps);
  const strangerBucket = makeAddressBuckets(clock);
  const countStranger = makeAdmit({ sessions: deps.strangers, clock });
  /** 429: too many requests of one address without a session or a screen's cookie. */
  const admitStranger = async ({ panel: { visitor } }: FastifyRequest): Promise<void> => {
    try {
      await countStranger(strangerBucket(visitor.address));
    } catch (error) {
      await wait(STRANGER_PAUSE_MS, undefined, { ref: false });
      throw error;
    }
  };
  const isSecure = makeIsSecure(publicUrl, deps.trustProxy);
  const checkOrigin = makeOriginCheck(deps.publicOrigin);

  app.addHook('onRequest', async (request) => {
    const { raw, method, headers, url, id: requestId } = request;
    const [, search] = splitTarget(url);
    request.panel = {
      startedMs: clock.monotonic(),
      ...{ method, headers, requestId, search },
      httpVersion: raw.httpVersion,
      isGone: () => raw.socket.destroyed,
      params: request.params as PanelRequest['params'],
      cookies: request.cookies,
      visitor: {
        address: deps.clientAddress(raw),
        agente: headers['user-agent'] ?? '',
        // Of changes, the next check compares it.
        origin: headers.origin ?? deps.publicOrigin,
      },
      isSecure: isSecure(raw),
      principal: null,
      cuenta: null,
    };
    // The schema of a query reads the text itself.
    request.query = search;
  });

  // 403: another site made the browser send this.
  app.addHook('onRequest', async ({ raw }) => checkOrigin(raw));

  // 404: no such path.
  app.addHook('onRequest', async ({ panel: { params }, routeOptions: { config } }) => {
    const isKnown = config.access !== undefined || config.allow !== undefined;
    if (!isKnown || !Object.values(params).every((param) => PANEL_ID.test(param))) throw notFound();
  });

  // 405: not with this method.
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const { allow } = config;
    if (allow === undefined) return;
    throw new PanelError('metodo_invalido', `Se admiten: ${allow}.`, { headers: { allow } });
  });

  // 413: a stranger's body has a length, as those of all browsers have, so that one that is too large is not even read.
  app.addHook('onRequest', async ({ headers, routeOptions: { bodyLimit, config } }) => {
    const isCounted = headers['transfer-encoding'] === undefined;
    if (config.access === 'anyone' && !isCounted) throw tooLarge(bodyLimit);
  });

  // 401: not signed in; or the screen was revoked, or the cookie is another's. A screen shows the same to everybody: the
  // session of a person plays no part.
  app.addHook('onRequest', async (request) => {
    const { panel } = request;
    const access = accessOf(request);
    if (access === 'pantalla') {
      const pantalla = await pantallas.current(
        panel.params['id'] ?? '',
        screenToken(publicUrl, panel),
      );
      if (pantalla === null) {
        await admitStranger(request);
        throw screenGone();
      }
      panel.principal = principals.ofScreen(pantalla);
      return;
    }
    const entered = await acceso.current(
      cookies.read(request, panel.isSecure),
      panel.visitor.address,
    );
    if (entered !== null) {
      panel.principal = principals.ofSession(entered);
      return;
    }
    await admitStranger(request);
    if (access !== 'anyone') throw sessionEnded();
  });

  // 429: too many requests of one session or screen.
  app.addHook('onRequest', async ({ panel: { principal } }) => {
    if (principal !== null) await admit(principal.bucket);
  });

  // 403: not an operator; or the restaurant of the screen was suspended.
  app.addHook('onRequest', async (request) => {
    const { panel } = request;
    const { principal } = panel;
    if (principal?.kind === 'screen') {
      panel.cuenta = (await cuentas.find(principal.pantalla.restauranteId))?.cuenta ?? null;
      if (!panel.cuenta?.activo) throw screenPaused();
    } else if (accessOf(request) === 'operator' && !principal?.usuario.operador) {
      throw new PanelError('sin_permiso', 'Solo para operadores.');
    }
  });

  // 404: another user's restaurant, like one that does not exist. 403: the role lacks the right.
  app.addHook('onRequest', async (request) => {
    const { panel } = request;
    const { right } = request.routeOptions.config;
    if (accessOf(request) !== 'restaurante' || panel.principal?.kind !== 'session' || !right)
      return;
    const { rid = '' } = panel.params;
    const needed = typeof right === 'function' ? right(panel.params) : right;
    const may = mayIn(panel.principal.usuario, rid, needed);
    panel.cuenta = may === null ? null : ((await cuentas.find(rid))?.cuenta ?? null);
    if (panel.cuenta === null) throw notFound('No existe el restaurante.');
    if (!may) {
      const { es } = RIGHTS[needed];
      throw new PanelError(
        'sin_permiso',
        `Tu puesto en este restaurante no permite esto: ${es.toLowerCase()}.`,
      );
    }
    panel.principal = principals.ofSession(panel.principal, rid, needed);
  });

  // 413, 415, 400: only now does Fastify read the body, and compare query and body with the route's schemas.
};

/** Counts a request of a session or a screen; throws when it is one too many. */
export const makeAdmit =
  ({ sessions, clock }: Pick<PanelDeps, 'sessions' | 'clock'>) =>
  async (bucket: string): Promise<void> => {
    const { admitted, resetMs } = await sessions.admit(bucket);
    if (admitted) return;
    const seconds = secondsUntil(resetMs, clock.now());
    throw tooMany(`Demasiadas peticiones. Espera ${seconds} s.`, seconds);
  };

const accessOf = ({ routeOptions: { config } }: FastifyRequest): Access | undefined =>
  config.access;
