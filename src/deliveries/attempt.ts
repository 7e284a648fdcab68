import { tmpdir } from 'node:os';
import type { Destino, Llegada } from '../domain/deliveries/envio.ts';
import { retryAt } from '../domain/deliveries/envio.ts';
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts';
import { TooManyRows } from '../export/format.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Ejecucion, Envio, EnvioStore, Made } from '../storage/port/deliveries/envios.ts';
import { ownerOf, type SecretBox } from '../webhooks/secret-box.ts';
import type { Content, Contents } from './contents.ts';
import { type Destination, type Parcel, wordsOfError } from './destinos/destino.ts';
import { FileTooLarge, spool } from './file.ts';

export type Destinations = { [C in Destino['clase']]: Destination<C> };

/** Other exports of the restaurant are under way: this is no failure. */
const BUSY_MS = 20 * SECOND_MS;
const SUSPENDED_MS = 5 * MINUTE_MS;
const NOTHING: Made = { archivo: null, bytes: null, sha256: null };

interface AttemptDeps {
  envios: Pick<EnvioStore, 'find' | 'begin' | 'postpone' | 'finish'>;
  contents: Contents;
  destinations: Destinations;
  secretBox: Pick<SecretBox, 'open'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Names this process. */
  owner: string;
}

export const openSecret = (
  secretBox: Pick<SecretBox, 'open'>,
  { restauranteId, id, secreto }: Pick<Envio, 'restauranteId' | 'id' | 'secreto'>,
): string | null =>
  secreto === null ? null : secretBox.open(secreto, ownerOf(restauranteId, id)).toString();

export const deliver = (
  destinations: Destinations,
  destino: Destino,
  parcel: Parcel,
): Promise<Llegada> => {
  const send = destinations[destino.clase] as Destination<typeof destino.clase>;
  return send(destino as never, parcel);
};

const explain = (error: unknown): Llegada => {
  if (error instanceof TooManyRows) {
    return { ok: false, fallo: 'demasiadas_filas', detalle: '', isFinal: true };
  }
  if (error instanceof FileTooLarge) {
    return { ok: false, fallo: 'demasiado_grande', detalle: error.message, isFinal: true };
  }
  const isSecret = error instanceof Error && error.name === 'SecretBoxError';
  return { ok: false, fallo: isSecret ? 'secreto' : 'interno', detalle: wordsOfError(error) };
};

/** Makes the file of a claimed run and sends it. Resolves whatever happens. */
export const makeAttempt = (deps: AttemptDeps) => {
  const { envios, contents, destinations, secretBox, clock, log, owner } = deps;

  const send = async (
    envio: Envio,
    run: Ejecucion,
    content: Content,
    onMade: (made: Made) => void,
  ): Promise<Llegada> => {
    const secreto = openSecret(secretBox, envio);
    await using file = await spool(content.pieces, tmpdir());
    const made = { archivo: content.archivo, bytes: file.bytes, sha256: file.sha256 };
    onMade(made);
    const claim = { id: run.id, intentos: run.intentos, poseedor: owner };
    const begin = () => envios.begin(claim, made);
    // Awaited here: the file closes when this function ends.
    return await deliver(destinations, envio.destino, {
      envio,
      run,
      content,
      file,
      secreto,
      begin,
    });
  };

  const attempt = async (run: Ejecucion): Promise<void> => {
    const claim = { id: run.id, intentos: run.intentos, poseedor: owner };
    const wait = (ms: number) =>
      envios.postpone(claim, {
        ...{ proximoMs: clock.now() + ms, fallo: run.fallo, detalle: run.detalle },
        known: false,
      });
    const envio = await envios.find(run.restauranteId, run.envioId);
    // Deleted meanwhile, and its runs with it.
    if (envio === null) return;
    const content = await contents(envio, run);
    if (content === null || content === 'busy') {
      await wait(content === null ? SUSPENDED_MS : BUSY_MS);
      return;
    }
    let made = NOTHING;
    let llegada: Llegada;
    try {
      llegada = await send(envio, run, content, (each) => {
        made = each;
      });
    } catch (error) {
      llegada = explain(error);
      if (!llegada.ok && llegada.fallo === 'interno') {
        log.error({ err: error, envioId: envio.id, runId: run.id }, 'a delivery could not be made');
      }
    } finally {
      content.release();
    }
    await settle(run, envio, made, llegada);
  };

  const settle = async (run: Ejecucion, envio: Envio, made: Made, llegada: Llegada) => {
    const claim = { id: run.id, intentos: run.intentos, poseedor: owner };
    const nowMs = clock.now();
    const told = { envioId: envio.id, runId: run.id, periodo: run.periodo, attempts: run.intentos };
    if (llegada.ok) {
      const done = { ...made, atMs: nowMs, fallo: null, detalle: null };
      await envios.finish(claim, { ...done, estado: 'entregada' });
      log.info({ ...told, bytes: made.bytes }, 'delivery sent');
      return;
    }
    const { fallo, detalle, isFinal = false, isUnknown = false } = llegada;
    const proximoMs = isFinal ? null : retryAt(run, nowMs);
    log.warn({ ...told, fallo, isGivenUp: proximoMs === null }, 'delivery failed');
    if (proximoMs === null) {
      await envios.finish(claim, { ...made, estado: 'fallida', atMs: nowMs, fallo, detalle });
      return;
    }
    const known = envio.destino.clase === 'correo' && !isUnknown && made.sha256 !== null;
    await envios.postpone(claim, { proximoMs, fallo, detalle, known });
  };

  return async (run: Ejecucion): Promise<void> => {
    try {
      await attempt(run);
    } catch (error) {
      // The database does not answer: the claim ends by itself.
      log.warn({ err: error, runId: run.id }, 'a delivery could not be recorded');
    }
  };
};

export type AttemptRun = ReturnType<typeof makeAttempt>;
