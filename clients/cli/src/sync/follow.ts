import { type Evento, ResetError } from '@comanda/client';
import { sleep } from '@comanda/client/internal';
import type { Clock } from '../clock.ts';
import { missingScope } from '../errors.ts';
import { ownerOf } from './copy.ts';
import type { Mirror } from './mirror.ts';
import type { SourceOrder } from './rows/pedido-rows.ts';
import { inBursts } from './source/bursts.ts';
import { isLostPosition, type Source } from './source/source.ts';
import type { State } from './state.ts';

const BATCH_EVENTS = 500;
/** How often changes are polled if the key lacks the stream's scope. */
const POLL_MS = 5_000;
/** No event tells of a changed menu, zone or profile: they are read this often. */
const REFRESH_MS = 60_000;

interface FollowDeps {
  source: Pick<Source, 'changes' | 'stream' | 'holds'>;
  mirror: Mirror;
  clock: Clock;
  signal: AbortSignal;
  /** Reads menu, zones and profile, whose changes have no event. */
  refresh(): Promise<void>;
  onChanges(events: number): void;
  /** The key lacks the stream's scope: changes are polled instead. */
  onPolling(): void;
}

/** The mirror cannot be brought up to date by following: everything has to be read anew. */
export class LostTrack extends Error {
  override name = 'LostTrack';
}

/** Applies the changes of the log in order, each burst of them in one transaction. */
export const makeFollow = (deps: FollowDeps) => {
  const { source, mirror, clock, signal } = deps;
  let mayListen = true;

  /** Follows up to a position, or until it is told to stop. */
  return async (before: State, until: string | null): Promise<State> => {
    let state = before;
    let refreshedMs = clock.monotonic();
    let isReached = state.posicion === until;

    const apply = async (events: readonly Evento[]): Promise<void> => {
      const last = events.at(-1);
      if (last === undefined) return;
      const orders = latest(events);
      const isPast = events.some(({ id }) => id === state.testigo);
      isReached ||= events.some(({ id }) => id === until);
      state = {
        ...state,
        posicion: last.id,
        testigo: isPast ? null : state.testigo,
        restauranteId: ownerOf(orders, state),
      };
      await mirror.replaceOrders(orders, state);
      deps.onChanges(events.length);
    };
    const refreshIfDue = async (): Promise<void> => {
      if (clock.monotonic() - refreshedMs < REFRESH_MS) return;
      refreshedMs = clock.monotonic();
      await deps.refresh();
    };

    const poll = async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        const { events, position, isLast } = await source.changes(state.posicion);
        if (state.posicion === '' && (events[0]?.secuencia ?? 1) !== 1) {
          throw new LostTrack('the service no longer keeps the first events');
        }
        await apply(events);
        if (state.posicion !== position) state = { ...state, posicion: position };
        await refreshIfDue();
        if (isLast && !isEnough()) await sleep(POLL_MS, signal);
      }
    };
    const listen = async (): Promise<void> => {
      const stop = new AbortController();
      try {
        const events = source.stream(state.posicion, stop.signal);
        for await (const burst of inBursts(events, BATCH_EVENTS, REFRESH_MS)) {
          await apply(burst);
          if (isReached) return;
          await refreshIfDue();
        }
      } finally {
        stop.abort();
      }
    };

    try {
      if (state.testigo !== null && !(await source.holds(state.testigo))) {
        throw new LostTrack('the service has gone back to an earlier state');
      }
      // The stream cannot start before the first event: it needs a position.
      await poll(() => isReached || state.posicion !== '');
      if (mayListen && !isReached) await listen().catch(fallBack);
      if (!mayListen) await poll(() => isReached);
      return state;
    } catch (error) {
      if (error instanceof ResetError || isLostPosition(error)) {
        throw new LostTrack('the service no longer has all changes since the last sync');
      }
      throw error;
    }
  };

  function fallBack(error: unknown): void {
    if (missingScope(error) === undefined) throw error;
    mayListen = false;
    deps.onPolling();
  }
};

/** Each order once, in its latest version. */
const latest = (events: readonly Evento[]): SourceOrder[] => {
  const byId = new Map(events.map((event) => [event.datos.pedido.id, event]));
  return [...byId.values()].map(({ datos: { pedido }, creado_en, secuencia }) => ({
    ...{ pedido, text: JSON.stringify(pedido) },
    ...{ cambiado_en: creado_en, secuencia },
  }));
};
