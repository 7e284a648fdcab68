import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { LOADED } from './client.ts';
import { useSending } from './use-sending.ts';

interface Options<T> {
  onDone?(result: T): void;
  onError?(error: unknown): void;
  /** What the change affects; by default, anything that was loaded. */
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
