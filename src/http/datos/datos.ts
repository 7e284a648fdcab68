import { METHODS } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_TYPES } from '../../contract/rutas/exportacion.ts';
import { DATOS_PATH, type Enlaces, endOf } from '../../deliveries/enlaces.ts';
import { tramoOf } from '../../domain/deliveries/rango.ts';
import { seleccionOf } from '../../domain/deliveries/seleccion.ts';
import { wideNetworkOf } from '../../domain/network.ts';
import type { Exports } from '../../export/exports.ts';
import { fileName } from '../../export/file-name.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Enlace } from '../../storage/port/deliveries/enlaces.ts';
import type { Limiter } from '../../storage/port/limits.ts';
import type { Store } from '../../storage/port/store.ts';
import { type Answer, type Headers, NO_BODY } from '../answer/answer.ts';
import { makeSend } from '../answer/send.ts';
import type { ClientRate } from '../api/client-rate.ts';
import { rateHeaders, secondsUntil } from '../api/rate-headers.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Stands for the address, of which the token is a part, in logs and metrics. */
const ROUTE = '/datos/{enlace}';
const FILE = /^([\w-]{43})\.(csv|xlsx)$/;
const BUSY_SECONDS = 10;

const PRIVATE: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

interface DatosDeps {
  enlaces: Pick<Enlaces, 'find' | 'noteUse' | 'readerOf'>;
  exports: Pick<Exports, 'open'>;
  cuentas: Store['cuentas'];
  limiter: Pick<Limiter, 'admit'>;
  clientRate: ClientRate;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'apiAnswered'>;
}

/** A person reads it in a spreadsheet program, if at all. */
const refusal = (status: number, text: string, headers: Headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body: Buffer.from(`${text}\n`),
});

const unknown = () => refusal(404, 'Este enlace no existe. / There is no such link.');
const gone = () =>
  refusal(410, 'Este enlace ya no sirve: pide otro. / This link has ended: ask for another.');
const suspended = () =>
  refusal(403, 'El restaurante está suspendido. / The restaurant is suspended.');
const tooMany = (seconds: number, headers: Headers = {}) =>
  refusal(429, `Demasiadas peticiones: espera ${seconds} s. / Too many requests: wait.`, {
    ...headers,
    'retry-after': String(seconds),
  });
const unavailable = () => refusal(503, 'El servicio no responde ahora. / Try again later.');

/** `/datos/{token}.csv`: a table of a restaurant for a program that can open an address and nothing more. */
export const makeDatos = (deps: DatosDeps): FastifyPluginAsync => {
  const { enlaces, exports, cuentas, limiter, clientRate, clock, log, metrics } = deps;

  const record = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply) => {
    const { id: requestId, method, enlaceId = null } = request;
    const red = wideNetworkOf(clientRate.clientAddress(request.raw));
    metrics.apiAnswered(ROUTE, status);
    const durationMs = Math.round(elapsedTime);
    log.info({ requestId, method, route: ROUTE, enlaceId, red, status, durationMs }, 'request');
  };
  const send = makeSend({
    clock,
    log,
    onLong: record,
    notAlone: () => new Error('a table is no stream'),
  });

  /** Null: refused. */
  const admit = async (bucket: string): Promise<{ headers: Headers; refused: Answer | null }> => {
    const admission = await limiter.admit(bucket);
    const headers = rateHeaders(admission, clock.now());
    const seconds = secondsUntil(admission.resetMs, clock.now());
    return { headers, refused: admission.admitted ? null : tooMany(seconds, headers) };
  };

  const open = async (enlace: Enlace, method: string): Promise<Answer> => {
    const { restauranteId, tabla, rango, fecha, estilo } = enlace;
    const cuenta = (await cuentas.find(restauranteId))?.cuenta;
    if (cuenta === undefined) return gone();
    const { slug, zonaHoraria: zone } = cuenta;
    const { formato = 'csv', idioma = null } = enlace.archivo ?? {};
    const { desde, hasta } = enlace.archivo ?? tramoOf(rango, zone, clock.now());
    const tramo = { desde, hasta };
    const named = { slug, tabla, formato, zone } as const;
    const name = fileName({ ...named, desdeMs: desde, hastaMs: hasta }, clock.now());
    const headers = {
      'content-type': formato === 'csv' ? 'text/csv; charset=utf-8' : MEDIA_TYPES[formato],
      'content-disposition': `attachment; filename="${name}"`,
      'x-accel-buffering': 'no',
    };
    if (method === 'HEAD') {
      return { status: 200, headers, body: NO_BODY, pieces: { from: [], isPlain: false } };
    }
    const { filtros, by } = seleccionOf(tabla, fecha, tramo);
    const file = await exports.open({
      ...{ reader: enlaces.readerOf(enlace), tabla, formato, estilo },
      idioma: idioma ?? (estilo === 'excel' ? 'es' : null),
      filter: { ...filtros, restauranteId },
      by,
      after: '',
    });
    if (typeof file === 'string') return tooMany(BUSY_SECONDS);
    const pieces = { from: file.pieces, isPlain: formato === 'csv' };
    return { status: 200, headers, body: NO_BODY, release: file.release, pieces };
  };

  const answer = async (request: FastifyRequest): Promise<[Answer, Headers]> => {
    const { file = '' } = request.params as { file?: string };
    const token = FILE.exec(file)?.[1] ?? '';
    const found = await enlaces.find(token);
    const bucket = found === null ? clientRate.bucket(request.raw) : `enlace:${found.enlace.id}`;
    const { headers, refused } = await admit(bucket);
    if (refused !== null) return [refused, headers];
    if (found === null) return [unknown(), headers];
    request.enlaceId = found.enlace.id;
    const end = endOf(found, clock.now());
    if (end !== null) return [end === 'gone' ? gone() : suspended(), headers];
    enlaces.noteUse(found.enlace);
    return [await open(found.enlace, request.method), headers];
  };

  return async (app) => {
    app.decorateRequest('enlaceId');
    app.addHook('onRequest', async ({ id }, reply) => {
      reply.headers({ ...PRIVATE, 'x-request-id': id });
    });
    app.addHook('onSend', async (request, reply) => record(request, reply));
    app.setErrorHandler((error, request, reply) => {
      log.error({ requestId: request.id, route: ROUTE, err: error }, 'a link failed');
      const { status, headers, body } = unavailable();
      return reply.code(status).headers(headers).send(body);
    });
    app.route({
      method: ['GET', 'HEAD'],
      url: `${DATOS_PATH}/:file`,
      config: { path: ROUTE },
      handler: async (request, reply) => {
        const [answered, headers] = await answer(request);
        reply.headers(headers);
        return send(request, reply, answered);
      },
    });
    app.route({
      method: METHODS.filter((each) => !['GET', 'HEAD', 'CONNECT'].includes(each)),
      url: `${DATOS_PATH}/:file`,
      config: { path: ROUTE },
      handler: async (_, reply) =>
        reply
          .code(405)
          .headers({ allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
          .send('Solo se lee. / Read only.\n'),
    });
  };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The read link by which the request came. */
    enlaceId?: string;
  }
}
