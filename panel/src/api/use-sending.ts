import { useState } from 'react';

interface Mutation<V> {
  mutateAsync(variables: V): Promise<unknown>;
}

/**
 * Whether a mutation is under way, from the click on: its `isPending` comes with a timer, which may be after the second of two clicks.
 * By its promise: `mutate` does not call back on a page that the end of the session has hidden meanwhile.
 */
export const useSending = <V>({ mutateAsync }: Mutation<V>) => {
  const [busy, setBusy] = useState(false);
  const onSettled = () => setBusy(false);
  const send = (variables: V): void => {
    setBusy(true);
    mutateAsync(variables).then(onSettled, onSettled);
  };
  return { busy, send };
};
