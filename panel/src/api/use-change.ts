import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PANEL_ROOT } from '../base-path.ts';
import { LOADED, startSession } from './client.ts';
import { del } from './http.ts';
import type { SegundoFactor, SesionIniciada } from './wire.ts';

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

interface Options<T> {
  onDone?(result: T): void;
  onError?(error: unknown): void;
  /** The queries to repeat afterwards; by default, all that the page shows, and not the session. */
  affected?: InvalidateQueryFilters;
}

/**
 * A change on the server, after which the page requests again what it shows. Dialogs do not wait for that, because on a
 * bad network it takes minutes.
 */
export const useChange = <T>(
  mutationFn: (form: FormData) => Promise<T>,
  { onDone, onError, affected = LOADED }: Options<T> = {},
) => {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn,
    ...(onError && { onError }),
    onSuccess: (result) => {
      onDone?.(result);
      void client.invalidateQueries(affected);
    },
  });
  const { busy, send } = useSending(change);
  // A button without a form sends an empty one.
  return { ...change, busy, send: (form = new FormData()) => send(form) };
};

/** A change that starts a session. */
export const useSignIn = (
  mutationFn: (form: FormData) => Promise<SesionIniciada | SegundoFactor>,
  onDone?: () => void,
) => {
  const client = useQueryClient();
  const [asked, setAsked] = useState<SegundoFactor['segundo_factor'] | null>(null);
  const change = useChange(
    async (form) => {
      const answer = await mutationFn(form);
      if ('segundo_factor' in answer) setAsked(answer.segundo_factor);
      else await startSession(client, answer);
      return 'sesion' in answer;
    },
    { onDone: (isIn) => isIn && onDone?.() },
  );
  /** `asked`: the second factor that is missing. */
  return { ...change, asked, goBack: () => setAsked(null) };
};

/** Ends this session, or all of the user's. Reloads the page then: nothing of them stays in memory for the next one. */
export const useSignOut = (
  path: '/sesion' | '/sesiones',
  onError: (error: unknown) => void = () => undefined,
) =>
  useChange(() => del(path), {
    onDone: () => location.replace(`${PANEL_ROOT}/`),
    onError,
    // The page is about to go.
    affected: { refetchType: 'none' },
  });
