import { useChange } from '../../api/use-change.ts';
import { useDialogs } from './dialogs.tsx';
import { useToast } from './toast.tsx';

/** A change that closes its dialog; a message then says what was done. */
export const useAction = <T>(
  mutationFn: (form: FormData) => Promise<T>,
  done: (result: T) => string,
  options: Pick<NonNullable<Parameters<typeof useChange>[1]>, 'affected'> = {},
) => {
  const { close } = useDialogs();
  const toast = useToast();
  const onDone = (result: T) => {
    toast.done(done(result));
    close();
  };
  return useChange(mutationFn, { ...options, onDone });
};
