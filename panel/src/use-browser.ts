import { useCallback, useSyncExternalStore } from 'react';

/** A value that the browser holds, read again whenever an event announces that it may have changed. */
export const useBrowser = <T extends string | boolean>(
  target: EventTarget,
  types: string,
  read: () => T,
): T => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const each = types.split(' ');
      for (const type of each) target.addEventListener(type, onChange);
      return () => {
        for (const type of each) target.removeEventListener(type, onChange);
      };
    },
    [target, types],
  );
  return useSyncExternalStore(subscribe, read);
};
