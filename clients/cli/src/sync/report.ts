import type { Io } from '@comanda/command-line';
import {
  formatDuration,
  grouped,
  makeProgress,
  type Progress,
  plural,
} from '@comanda/command-line';
import type { Clock } from '../clock.ts';
import { describeError } from '../errors.ts';
import { waitLine } from '../service.ts';
import type { CataloguePart } from './catalogue.ts';

/** Changes are reported this often at most. */
const CHANGES_EVERY_MS = 10_000;

/** Says what happens: sentences on stderr, or a line of JSON on stdout for each. */
export const makeReporter = (io: Io, clock: Clock, asJson: boolean) => {
  const tell = (evento: string, fields: object, sentence: string): void =>
    asJson ? io.out(JSON.stringify({ evento, ...fields })) : io.err(sentence);
  let progress: Progress | null = null;
  let startMs = 0;
  let copied = 0;
  const changes = { count: 0, total: 0 };
  let pause: NodeJS.Timeout | null = null;
  const tellChanges = (): void => {
    pause = null;
    if (changes.count === 0) return;
    const { count: cambios } = changes;
    tell('cambios', { cambios }, `${plural(cambios, 'change')} mirrored`);
    changes.count = 0;
    pause = setTimeout(tellChanges, CHANGES_EVERY_MS).unref();
  };
  const said = new Set<string>();
  const tellOnce = (evento: string, fields: object, sentence: string): void => {
    if (!said.has(sentence)) tell(evento, fields, sentence);
    said.add(sentence);
  };

  return {
    leftOut(parts: readonly CataloguePart[]): void {
      for (const { tables, scope } of parts) {
        const sentence = `left out: ${tables} (the key lacks the scope ${scope})`;
        tellOnce('omitida', { tablas: tables, alcance: scope }, sentence);
      }
    },
    polling: (): void =>
      tellOnce(
        'sin_stream',
        { alcance: 'stream.escuchar' },
        'the key lacks the scope stream.escuchar: polling for changes every 5 s',
      ),
    /** Returns the function to call with the number of orders just copied. */
    copying(total: number, isContinued: boolean): (orders: number) => void {
      startMs = clock.monotonic();
      copied = 0;
      const sentence = isContinued ? 'resuming the copy of all orders' : 'copying all orders';
      tell('copiando', { total_aprox: total }, `${sentence} (about ${grouped(total)})`);
      if (!asJson) progress = makeProgress({ io, clock, noun: 'order', total: { count: total } });
      return (orders) => {
        copied += orders;
        progress?.update(copied, 0);
      };
    },
    copied(): void {
      progress?.finish();
      progress = null;
      const ms = clock.monotonic() - startMs;
      const sentence = `copied ${plural(copied, 'order')} in ${formatDuration(ms)}`;
      tell('copiados', { pedidos: copied, segundos: ms / 1_000 }, sentence);
    },
    following: (): void => tell('siguiendo', {}, 'following changes; Ctrl-C stops'),
    changed(events: number): void {
      changes.count += events;
      changes.total += events;
      if (pause === null) tellChanges();
    },
    startingOver: (why: string): void =>
      tell('desde_cero', { motivo: why }, `copying everything again: ${why}`),
    waiting: (ms: number): void => tell('espera', { segundos: ms / 1_000 }, waitLine(ms)),
    retrying(error: unknown, ms: number): void {
      progress?.finish();
      progress = null;
      const { line } = describeError(error);
      tell(
        'reintento',
        { motivo: line, segundos: ms / 1_000 },
        `${line}; retrying in ${formatDuration(ms)}`,
      );
    },
    done(posicion: string): void {
      tellChanges();
      tell('al_dia', { posicion, cambios: changes.total }, 'the mirror is up to date');
    },
  };
};

export type Reporter = ReturnType<typeof makeReporter>;
