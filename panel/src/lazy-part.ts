import { lazy } from 'react';
import { PANEL_ROOT } from './base-path.ts';

const RETRY_MS = 2_000;
const TIMEOUT_MS = 10_000;
/** In the state of the browser's history, which survives a reload: a second one would be in vain. */
const RELOADED = 'reloaded';

/** Not a page that a portal or a proxy shows in its place. */
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
 * React remembers a failure for good, and a server that is away comes back. Only a reload helps then: Chromium remembers
 * it, too, and a server that has come back may run another version, which does not have this part.
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
