import { lazy } from 'react';
import { PANEL_ROOT } from './base-path.ts';

const RETRY_MS = 2_000;

const isServerThere = (): Promise<boolean> =>
  fetch(`${PANEL_ROOT}/favicon.svg`, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** React remembers a failure for good, and a server that is away comes back. */
const loadPatiently = async <T>(load: () => Promise<T>): Promise<T> => {
  let wasThere = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // A server that answers does not have it: it runs another version by now, and only a reload helps.
      if (wasThere) throw error;
      wasThere = await isServerThere();
      if (!wasThere) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};

/** A part of the panel whose code is fetched when it is first shown. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPatiently(load));
