import { ComandaError } from '@comanda/client';
import { sleep } from '@comanda/client/internal';
import { Failure } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { brokenConnection, EXIT, type ExitCode, isPassingAnswer } from '../errors.ts';
import { reachService } from '../service.ts';
import { makeCatalogueWriter, readCatalogue } from './catalogue.ts';
import { checkOwner, copyOrders } from './copy.ts';
import { LostTrack, makeFollow } from './follow.ts';
import { makeMirror } from './mirror.ts';
import type { Reporter } from './report.ts';
import { prepareSchema } from './schema/prepare.ts';
import { makeSource } from './source/source.ts';
import { readState, startOver } from './state.ts';
import { openTarget, type TargetAddress } from './target/open.ts';
import { type Target, TargetFailure } from './target/target.ts';

interface SyncOptions {
  readonly to: TargetAddress;
  /** Ends once the mirror is up to date. */
  readonly once: boolean;
  /** Reads everything anew. */
  readonly fresh: boolean;
}

interface SyncDeps extends Pick<Context, 'clock' | 'random'> {
  service: { url: string; key: string };
  signal: AbortSignal;
  report: Reporter;
}

const RETRY_MS = 500;
const RETRY_MS_MAX = 30_000;
/** A run with `once` gives up after so many failures in a row; one that follows never does. */
const FAILURES_MAX = 6;
/** Reading everything anew does not help a mirror that loses track each time before the first change. */
const LOSSES_MAX = 4;
const OTHER_ZONE = 'the time zone of the restaurant has changed, so its days begin at other times';

/** Creates a mirror and keeps it up to date, through restarts of either side. Returns the exit code. */
export const runSync = async (options: SyncOptions, deps: SyncDeps): Promise<ExitCode> => {
  const { signal, report, random } = deps;
  let isFresh = options.fresh;
  let wasReached = false;
  // Only a server has an address that may be wrong.
  let wasOpen = options.to.kind !== 'postgres';
  let wasServed = false;
  let failures = 0;
  while (true) {
    let target: Target | null = null;
    try {
      if (!wasReached) await reachService(deps.service, { signal });
      wasReached = true;
      target = await openTarget(options.to, { readOnly: false });
      wasOpen = true;
      const progressed = (): void => {
        failures = 0;
        isFresh = false;
      };
      const served = (): void => {
        wasServed = true;
      };
      await keepMirror(target, { ...options, fresh: isFresh }, { ...deps, served, progressed });
      return EXIT.ok;
    } catch (error) {
      if (signal.aborted) return EXIT.ok;
      failures += 1;
      // At the first contact a wrong address is more likely than an outage; yet a sync that follows waits for its service.
      const isWrongAddress = wasReached ? !wasOpen : options.once;
      const isEnough = options.once && failures >= FAILURES_MAX;
      const mayPass = isPassing(error) || (wasServed && isForeign(error));
      if (!mayPass || isWrongAddress || isEnough) throw error;
      const delayMs = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX) * (0.5 + random());
      report.retrying(error, delayMs);
      await sleep(delayMs, signal).catch(() => undefined);
    } finally {
      await target?.close();
    }
  }
};

interface KeepDeps extends SyncDeps {
  /** The service has answered: its address is right. */
  served(): void;
  /** Something was committed. */
  progressed(): void;
}

const keepMirror = async (target: Target, options: SyncOptions, deps: KeepDeps): Promise<void> => {
  const { clock, signal, report, progressed } = deps;
  const source = makeSource({ ...deps.service, signal, onWait: report.waiting });
  await prepareSchema(target, clock.now());
  const mirror = makeMirror(target, clock);
  const write = makeCatalogueWriter(mirror);
  let state = await readState(target);

  const catalogue = await readCatalogue(source);
  deps.served();
  const isOwnerKnown = catalogue.restauranteId !== null;
  if (catalogue.restauranteId !== null) checkOwner(state.restauranteId, catalogue.restauranteId);
  report.leftOut(catalogue.parts.filter(({ rows }) => rows === null));
  await write(catalogue);
  state = { ...state, restauranteId: state.restauranteId ?? catalogue.restauranteId };

  let { zonaHoraria } = catalogue;
  /** The state is stored with the first batch: until then the mirror stays as it was. */
  const startCopy = (why: string | null): void => {
    if (why !== null) report.startingOver(why);
    state = { ...startOver(state), zonaHoraria };
  };
  const refresh = async (): Promise<void> => {
    const now = await readCatalogue(source);
    await write(now);
    ({ zonaHoraria } = now);
    if (zonaHoraria !== state.zonaHoraria) throw new LostTrack(OTHER_ZONE);
  };
  let losses = 0;
  const onChanges = (events: number): void => {
    losses = 0;
    progressed();
    report.changed(events);
  };
  const onPolling = report.polling;
  const follow = makeFollow({ source, mirror, clock, signal, refresh, onChanges, onPolling });

  if (options.fresh) startCopy('as asked');
  else if (zonaHoraria !== state.zonaHoraria) {
    startCopy(state.zonaHoraria === null ? null : OTHER_ZONE);
  }
  while (true) {
    try {
      if (state.fase === 'copia') {
        const copied = report.copying(await source.count(), state.orden !== '');
        const onCopied = (orders: number): void => {
          progressed();
          copied(orders);
        };
        state = await copyOrders({ source, mirror, clock, isOwnerKnown, onCopied }, state);
        report.copied();
      }
      if (!options.once) report.following();
      // With `once`, only up to the position of now: a restaurant that never rests must not keep the run from ending.
      const until = options.once ? ((await source.head()) ?? '') : null;
      state = await follow(state, until);
      report.done(state.posicion);
      return;
    } catch (error) {
      if (!(error instanceof LostTrack)) throw error;
      losses += 1;
      if (losses >= LOSSES_MAX) throw new Failure(`${error.message}, again and again`);
      startCopy(error.message);
    }
  }
};

/** Whether a retry may succeed. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof TargetFailure) return error.isPassing;
  if (error instanceof ComandaError) return isPassingAnswer(error);
  return brokenConnection(error) !== null;
};

/** Whether a proxy answered instead of the service. While that restarts, some say 404, or show a page of their own. */
const isForeign = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof ComandaError && error.codigo === '');
