import { useState } from 'react';

interface Mutation<V> {
  mutateAsync(variables: V): Promise<unknown>;
}

/**
 * Tells whether a mutation is under way, from the click on: a timer sets `isPending`, perhaps after the second of two
 * clicks. Awaits the promise, because `mutate` does not call back on a page that the end of the session has hidden.
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
