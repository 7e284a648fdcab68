import Type from 'typebox';
import { LANGS } from '../../../../contract/bilingual.ts';
import { FECHAS } from '../../../../contract/dinero/fechas.ts';
import { TABLAS_ENVIO } from '../../../../contract/envios.ts';
import { ESTILOS } from '../../../../contract/exportacion.ts';
import type * as Panel from '../../../../contract/panel.ts';
import { Exact, Nullable } from '../../../../contract/scalars.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../../domain/time.ts';
import {
  type Ejecucion,
  ENVIOS_MAX,
  type EnvioShown,
} from '../../../../storage/port/deliveries/envios.ts';
import { createdJson, okJson } from '../../../answer/answer.ts';
import type { PanelDeps } from '../../deps.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from '../../route.ts';
import { Nombre } from '../llaves.ts';

const HISTORY_SHOWN = 100;
const Word = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\s\\p{Cc}\\p{Cs}]+$' });
const Path = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\w./ -]*$' });

const Nuevo = Exact({
  nombre: Nombre,
  que: Type.Union([
    Exact({
      clase: Type.Literal('tabla'),
      tabla: Type.Enum(TABLAS_ENVIO),
      formato: Type.Enum(['xlsx', 'csv']),
      estilo: Type.Enum(ESTILOS),
      fecha: Type.Enum(FECHAS),
      idioma: Type.Enum(LANGS),
    }),
    Exact({
      clase: Type.Literal('caja'),
      fecha: Type.Enum(FECHAS),
      idioma: Type.Enum(LANGS),
    }),
  ]),
  cuando: Exact({
    cada: Type.Enum(['dia', 'semana', 'mes']),
    a_las: Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$' }),
  }),
  destino: Type.Union([
    Exact({ clase: Type.Literal('correo'), para: Word(254) }),
    Exact({
      clase: Type.Literal('sftp'),
      host: Word(253),
      puerto: Type.Integer({ minimum: 1, maximum: 65_535 }),
      usuario: Word(100),
      carpeta: Path(300),
      huella: Type.String({ pattern: '^(?:SHA256:[A-Za-z0-9+/]{43})?$' }),
    }),
    Exact({
      clase: Type.Literal('s3'),
      url: Word(300),
      region: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
      cubo: Type.String({ pattern: '^[a-zA-Z0-9._-]{1,100}$' }),
      prefijo: Path(300),
      clave: Word(200),
    }),
  ]),
  secreto: Nullable(Type.String({ maxLength: 8_000 })),
});

const runView = (run: Ejecucion): Panel.EjecucionEnvio => {
  const { id, motivo, periodo, estado, intentos, archivo, bytes, sha256, fallo, detalle } = run;
  return {
    ...{ id, motivo, periodo, estado, intentos, archivo, bytes, sha256 },
    fallo,
    detalle: detalle === '' ? null : detalle,
    creada_en: isoTimestamp(run.creadaMs),
    proxima_en: estado === 'pendiente' ? isoTimestamp(run.proximoMs) : null,
    terminada_en: isoTimestampOrNull(run.terminadaMs),
    quiza_repetida: run.dudas > 1,
  };
};

const envioView = (envio: EnvioShown): Panel.EnvioProgramado => {
  const { id, nombre, que, cuando, destino, activo, responsable, ultima } = envio;
  return {
    ...{ id, nombre, que, cuando, destino, activo, responsable },
    creado_en: isoTimestamp(envio.creadoMs),
    proximo_en: activo ? isoTimestamp(envio.proximoMs) : null,
    ultima: ultima && runView(ultima),
  };
};

/** The routes by which people schedule deliveries of their restaurant. */
export const envioRoutes = ({ envios, hasMail }: PanelDeps): PanelRoute[] => {
  const { get, post, remove } = routesFor('restaurante', 'exportar');
  const actOf = ({ cuenta, principal }: OfRestaurant) => ({ cuenta, usuario: principal.usuario });

  const findEnvio = async ({ cuenta, params }: OfRestaurant): Promise<EnvioShown> => {
    const envio = await envios.find(cuenta.id, params['id'] ?? '');
    if (envio === null) throw notFound('No existe el envío.');
    return envio;
  };

  return [
    get('/envios', null, async ({ cuenta }) => {
      const datos = (await envios.list(cuenta.id)).map(envioView);
      return okJson({ datos, correo: hasMail } satisfies Panel.EnviosProgramados);
    }),
    {
      ...post('/envios', Nuevo, async (request, given) => {
        const made = await envios.create(given, actOf(request));
        if (made.outcome === 'invalid') throw invalid(made.campo, made.message);
        if (made.outcome === 'too_many') {
          throw conflict(`El restaurante ya tiene ${ENVIOS_MAX} envíos: borra alguno antes.`);
        }
        if (made.outcome !== 'created') throw notFound('No existe el restaurante.');
        const envio = await envios.find(request.cuenta.id, made.id);
        return createdJson(envio && envioView(envio));
      }),
      // It waits for the DNS and the key of a server.
      isSlow: true,
    },
    get('/envios/{id}', null, async (request) => {
      const envio = await findEnvio(request);
      const runs = await envios.history(request.cuenta.id, envio.id, HISTORY_SHOWN);
      const ejecuciones = runs.map(runView);
      return okJson({ envio: envioView(envio), ejecuciones } satisfies Panel.EnvioConHistoria);
    }),
    {
      ...post('/envios/{id}/prueba', null, async (request) => {
        const llegada = await envios.test(await findEnvio(request), actOf(request));
        const { fallo, detalle } = llegada.ok ? { fallo: null, detalle: null } : llegada;
        return okJson({ ok: llegada.ok, fallo, detalle } satisfies Panel.PruebaEnvio);
      }),
      isSlow: true,
    },
    post('/envios/{id}/repetir', Exact({ ejecucion: Type.String() }), async (request, given) => {
      const envio = await findEnvio(request);
      const runs = await envios.history(request.cuenta.id, envio.id, HISTORY_SHOWN);
      const run = runs.find(({ id }) => id === given.ejecucion);
      if (run === undefined) throw notFound('No existe la ejecución.');
      if (!(await envios.sendAgain(envio, run, actOf(request)))) {
        throw conflict('Ese periodo ya está pendiente de enviarse.');
      }
      return okJson({ id: envio.id, periodo: run.periodo });
    }),
    ...(['pausar', 'reanudar'] as const).map((verb) =>
      post(`/envios/{id}/${verb}`, null, async (request) => {
        const envio = await findEnvio(request);
        const isDone = await envios.setActive(envio, verb === 'reanudar', actOf(request));
        if (!isDone) throw notFound('No existe el envío.');
        return okJson({ id: envio.id, activo: verb === 'reanudar' });
      }),
    ),
    remove('/envios/{id}', null, async (request) => {
      const envio = await findEnvio(request);
      if (!(await envios.remove(envio, actOf(request)))) throw notFound('No existe el envío.');
      return okJson({ id: envio.id, eliminado: true });
    }),
  ];
};
