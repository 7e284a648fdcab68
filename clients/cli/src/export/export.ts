import { statSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { Comanda, type ComandaOptions, type ExportarTabla, type Tabla } from '@comanda/client';
import { type Http, makeHttp } from '@comanda/client/internal';
import {
  exitCodeOf,
  Failure,
  formatBytes,
  formatDuration,
  listenForStop,
  makeProgress,
  plural,
  UsageError,
} from '@comanda/command-line';
import type { Context } from '../command.ts';
import { EXIT } from '../errors.ts';
import type { When } from '../readers.ts';
import { makeWait, reachService, type Service, serviceNowMs, waitLine } from '../service.ts';
import type { Formato } from '../values.ts';
import { openPartFile } from './part-file.ts';
import { type Done, openDevice, stdoutTarget, type Target, wrapWriteErrors } from './target.ts';
import { isRows, transfer } from './transfer.ts';

interface ExportOptions {
  tabla: Tabla;
  formato: Formato;
  filters: Omit<ExportarTabla, 'formato' | 'desde' | 'hasta' | 'despues_de'>;
  since: When | undefined;
  until: When | undefined;
  changedSince: When | undefined;
  month: { desde: string; hasta: string } | undefined;
  /** Tells this export from others that write to the same file. */
  asked: readonly unknown[];
  /** Undefined: standard output. */
  file: string | undefined;
  json: boolean | undefined;
}

/** Writes a table to a file or to standard output; gives the exit code. */
export const exportTable = async (options: ExportOptions, context: Context): Promise<number> => {
  const { io, clock, random } = context;
  const { tabla, formato, file } = options;
  if (file === undefined && io.width() !== null) {
    throw new UsageError('give -o FILE, or redirect the output: it would fill the terminal');
  }
  const service = context.service();
  await reachService(service, { say: io.err });
  const client = clientOptions(service, io.err);
  const range = await readRange(options, makeHttp(client), clock);
  const filters = { ...options.filters, ...range };
  const hasRows = isRows(formato);
  const count = await countOrders(new Comanda(client), filters);
  const total = hasRows && count !== null ? { count } : null;
  const target = await openTarget(options, service, io);
  using stopping = target.mayBlock ? null : listenForStop();
  const noun = hasRows ? 'order' : null;
  const progress = makeProgress({ io, clock, noun, total });
  if (target.begun.lastId !== null) {
    io.err(`Resuming after the ${plural(target.begun.orders, 'order')} that are there already.`);
  }
  try {
    const done = await transfer({
      comanda: new Comanda(clientOptions(service, progress.say)),
      tabla,
      formato,
      filters,
      target,
      progress,
      random,
      signal: stopping?.signal ?? new AbortController().signal,
      clock,
    });
    report(done, options, { io, name: target.name, elapsedMs: progress.finish() });
    return EXIT.ok;
  } catch (error) {
    progress.finish();
    await target.close();
    const kept = target.kept();
    const next = kept === null ? 'starts over' : `resumes from ${kept}`;
    if (hasRows && file !== undefined) io.err(`The same command ${next}.`);
    const signal = stopping?.received() ?? null;
    if (signal !== null) return exitCodeOf(signal);
    throw error;
  }
};

/** `say` announces each wait for the service. */
const clientOptions = (
  { url, key }: Service,
  say: (line: string) => void,
): Pick<ComandaOptions, 'url' | 'key' | 'wait'> => ({
  url,
  key,
  wait: makeWait((ms) => say(waitLine(ms))),
});

const readRange = async (
  { since, until, changedSince, month }: ExportOptions,
  http: Http,
  clock: Context['clock'],
): Promise<Pick<ExportarTabla, 'desde' | 'hasta' | 'cambiado_desde'>> => {
  const at = async (when: When): Promise<string> => {
    if ('time' in when) return when.time;
    const response = await http.request('/pedidos', { query: { limite: 1 } });
    await response.body?.cancel();
    return new Date(serviceNowMs(response, clock) - when.agoMs).toISOString();
  };
  const range = {
    ...month,
    ...(since && { desde: await at(since) }),
    ...(until && { hasta: await at(until) }),
    ...(changedSince && { cambiado_desde: await at(changedSince) }),
  };
  const { desde = '', hasta = '' } = range;
  if (Date.parse(desde) >= Date.parse(hasta)) {
    throw new UsageError('--until must be later than --since: there is no order in between');
  }
  return range;
};

const openTarget = async (
  { asked, file }: ExportOptions,
  service: Service,
  io: Context['io'],
): Promise<Target> => {
  if (file === undefined) return stdoutTarget(io);
  const there = await wrapWriteErrors(file, async () => statSync(file, { throwIfNoEntry: false }));
  if (there?.isDirectory()) throw new Failure(`${file} is a folder`, { code: EXIT.target });
  if (there?.isFile() === false) return openDevice(file);
  const identity = JSON.stringify([service.fingerprint, ...asked]);
  return openPartFile(await followLinks(file), identity);
};

/** Resolves symbolic links, because a rename would replace the link. The file itself need not exist yet. */
const followLinks = async (path: string): Promise<string> => {
  const to = await readlink(path).catch(() => null);
  if (to === null) return path;
  // Not `path.join`, which resolves `..` in the text: behind a linked folder only the system can.
  return followLinks(isAbsolute(to) ? to : `${dirname(path)}/${to}`);
};

/** Reports what was written, on standard error if the rows themselves went to standard output. */
const report = (
  { orders, rows, bytes, posicion }: Done,
  { tabla, formato, file, json }: ExportOptions,
  { io, name, elapsedMs }: { io: Context['io']; name: string; elapsedMs: number },
): void => {
  const hasRows = isRows(formato);
  if (json) {
    const counts = hasRows ? { pedidos: orders, filas: rows } : {};
    const result = { tabla, formato, archivo: file ?? null, ...counts, bytes, posicion };
    const say = file === undefined ? io.err : io.out;
    say(JSON.stringify(result));
    return;
  }
  const what = hasRows ? `${plural(orders, 'order')}, ${plural(rows, 'row')}, ` : '';
  io.err(`${name}: ${what}${formatBytes(bytes)} in ${formatDuration(elapsedMs)}`);
};

/**
 * For the progress bar; null if lists cannot tell. It also fails at once if the key or the filters are wrong: a running
 * export would end as if the connection were broken.
 */
const countOrders = async (
  comanda: Comanda,
  filters: Omit<ExportarTabla, 'formato' | 'despues_de'>,
): Promise<number | null> => {
  const { fecha, cambiado_desde, con_cambio: _, cierre, ...listed } = filters;
  const { paginacion } = await comanda.pedidos.list({ ...listed, limite: 1 });
  const isListed = (fecha ?? cambiado_desde ?? cierre) === undefined;
  return isListed ? paginacion.total_aprox : null;
};
