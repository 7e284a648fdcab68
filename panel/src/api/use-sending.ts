import { useState } from 'react';

interface Mutation<V> {
  mutate(variables: V, on: { onSettled(): void }): void;
}

/** Whether a mutation is under way, from the click on: its `isPending` comes with a timer, which may be after the second of two clicks. */
export const useSending = <V>({ mutate }: Mutation<V>) => {
  const [busy, setBusy] = useState(false);
  const send = (variables: V): void => {
    setBusy(true);
    mutate(variables, { onSettled: () => setBusy(false) });
  };
  return { busy, send };
};
