import { type RefObject, useEffect } from 'react';
import { MINUTE_MS } from './clock.ts';

const LOOK_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 30_000;

/** The script that a page starts with. Its name has the hash of everything that it loads in it. */
const PROGRAM = /\/assets\/index-[\w-]+\.js/;

/** Whether the server has another version of the panel by now. A page of somebody else's, a portal's for instance, is none. */
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
 * Nobody reloads a screen on a wall: it does so itself when there is a new version, after ten minutes without an event.
 * Not at the first sight of it: while processes are replaced one by one, a page may still find its script missing.
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
