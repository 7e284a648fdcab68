import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { useWords, type Words } from '../../i18n/lang.ts';
import { Button, type Look } from '../button.tsx';
import { type Guide, GuideLink } from '../guide.tsx';
import { ErrorMessage } from '../states/error-message.tsx';
import { Hint } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';
import { useDialogs } from './dialogs.tsx';

/** Submitting the form sends the values of its fields. */
export interface Change {
  send(form: FormData): void;
  busy: boolean;
  error: unknown;
}

interface Props {
  title: string;
  /** Text of the submit button; the title by default. */
  action?: string;
  look?: Look;
  change: Change;
  /** A problem other than fields that are empty or not of their type. */
  problem?(form: FormData): string | null;
  /** The field that shows the server's refusal by itself, as a pointer. */
  explained?: string;
  /** The guide that explains the form. */
  guide?: Guide;
  children: ReactNode;
}

type Invalid = HTMLInputElement | HTMLSelectElement;

/** Says what is wrong with a field in the language of the panel: the browser would say it in its own. */
const explain = (field: Invalid, { t }: Words): string => {
  const name = field.labels?.[0]?.textContent ?? '';
  return t(field.validity.valueMissing ? 'form.missing' : 'form.invalid', { name });
};

/** The text in a field, without the blanks around it. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

export const FormDialog = ({
  title,
  action,
  look = 'primary',
  change,
  problem,
  explained,
  ...rest
}: Props) => {
  const words = useWords();
  const { close } = useDialogs();
  const [wrong, setWrong] = useState<string | null>(null);
  const { busy, error } = change;
  const isExplained = error instanceof ApiError && error.campo === explained;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const invalid = event.currentTarget.querySelector<Invalid>(':is(input, select):invalid');
    const found = invalid === null ? (problem?.(form) ?? null) : explain(invalid, words);
    setWrong(found);
    invalid?.focus();
    // Its own explanation, beside it.
    invalid?.checkValidity();
    if (found === null) change.send(form);
  };
  return (
    <Dialog title={title} busy={busy}>
      <form className="stack" noValidate onSubmit={submit}>
        {rest.children}
        {wrong !== null && (
          <div role="alert">
            <Hint tone="bad">{wrong}</Hint>
          </div>
        )}
        {error !== null && wrong === null && !isExplained && <ErrorMessage error={error} />}
        <div className="row tight dialog-foot">
          {rest.guide !== undefined && <GuideLink guide={rest.guide} />}
          <Button disabled={busy} onClick={close}>
            {words.t('do.cancel')}
          </Button>
          <Button look={look} type="submit" busy={busy}>
            {action ?? title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
