import { lazy } from 'react';
import { PANEL_ROOT } from './base-path.ts';

const RETRY_MS = 2_000;
const TIMEOUT_MS = 10_000;
/** Kept in the history state, which survives a reload: a second reload would be in vain. */
const RELOADED = 'reloaded';

/** Asks for an image, because a portal or a proxy would answer with a page of its own. */
const isServerThere = (): Promise<boolean> =>
  fetch(`${PANEL_ROOT}/favicon.svg`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ ok, headers }) => ok && headers.get('content-type')?.startsWith('image/') === true,
    () => false,
  );

/**
 * Waits for a server that is away, because React remembers a failure for good. If loading fails although the server is
 * there, only a reload helps: Chromium remembers a failure too, and the server may run another version by now, which does
 * not have this part.
 */
const loadPatiently = async <T>(load: () => Promise<T>): Promise<T> => {
  let wasThere = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (wasThere) {
        if (history.state === RELOADED) throw error;
        history.replaceState(RELOADED, '');
        location.reload();
        return new Promise(() => undefined);
      }
      wasThere = await isServerThere();
      if (!wasThere) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};

/** A part of the panel whose code is fetched when it is first shown. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPatiently(load));
