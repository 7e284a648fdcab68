import { type FormEvent, type ReactNode, useState } from 'react';
import { useSending } from '../../api/use-sending.ts';
import { useWords, type Words } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { type Guide, GuideLink } from '../guide.tsx';
import { ErrorMessage } from '../states/error-message.tsx';
import { Hint } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** Text of the submit button; the title by default. */
  action?: string;
  /** The mutation that submitting starts. */
  sending: {
    mutateAsync(variables: undefined): Promise<unknown>;
    error: unknown;
  };
  /** A problem other than fields that are empty or not of their type. */
  problem?: string | null;
  /** The guide that explains the form. */
  guide?: Guide;
  onClose(): void;
  children: ReactNode;
}

type Invalid = HTMLInputElement | HTMLSelectElement;

/** Says what is wrong with a field in the language of the panel: the browser would say it in its own. */
const explain = (field: Invalid, { t }: Words): string => {
  const name = field.labels?.[0]?.textContent ?? '';
  return t(field.validity.valueMissing ? 'form.missing' : 'form.invalid', { name });
};

export const FormDialog = ({ title, action, sending, problem = null, ...rest }: Props) => {
  const words = useWords();
  const [wrong, setWrong] = useState<string | null>(null);
  const { busy, send } = useSending(sending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalid = event.currentTarget.querySelector<Invalid>(':is(input, select):invalid');
    setWrong(invalid === null ? problem : explain(invalid, words));
    if (invalid !== null) invalid.focus();
    else if (problem === null) send(undefined);
  };
  return (
    <Dialog title={title} busy={busy} onClose={rest.onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        {rest.children}
        {wrong !== null && (
          <div role="alert">
            <Hint tone="bad" icon="warning">
              {wrong}
            </Hint>
          </div>
        )}
        {sending.error !== null && wrong === null && <ErrorMessage error={sending.error} />}
        <div className="dialog-foot">
          {rest.guide !== undefined && <GuideLink guide={rest.guide} />}
          <Button disabled={busy} onClick={rest.onClose}>
            {words.t('do.cancel')}
          </Button>
          <Button look="primary" type="submit" busy={busy}>
            {action ?? title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
