import { type RefObject, useEffect } from 'react';
import { MINUTE_MS } from './clock.ts';

const LOOK_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 30_000;

/** The script that a page starts with. Its name contains the hash of everything that it loads. */
const PROGRAM = /\/assets\/index-[\w-]+\.js/;

/** Whether the server has another version of the panel by now. A foreign page, such as a portal's, does not count. */
export const isReplaced = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(location.pathname, { cache: 'no-cache', signal });
    const served = PROGRAM.exec(await response.text());
    return served !== null && !document.head.innerHTML.includes(served[0]);
  } catch {
    return false;
  }
};

/**
 * Reloads a screen on a wall, which nobody else does, when there is a new version, after ten minutes without an event.
 * The version has to be seen twice: while processes are replaced one by one, a page may still find its script missing.
 */
export const useNewVersion = (events: RefObject<readonly unknown[]>): void => {
  useEffect(() => {
    let last = events.current.at(-1);
    let wasReplaced = false;
    const look = async () => {
      const isQuiet = last === events.current.at(-1);
      last = events.current.at(-1);
      const isNow = await isReplaced();
      if (isNow && wasReplaced && isQuiet) location.reload();
      wasReplaced = isNow;
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [events]);
};
