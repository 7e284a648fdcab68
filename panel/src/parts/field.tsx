import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { Icon } from './icon.tsx';

interface Around {
  label: string;
  note?: ReactNode;
  /** Says what is wrong with the value. */
  wrong?: string | null | undefined;
  hideLabel?: boolean | undefined;
}

const Frame = ({
  id,
  label,
  note,
  wrong,
  hideLabel,
  children,
}: Around & { id: string; children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id} className={hideLabel ? 'hidden-text' : undefined}>
      {label}
    </label>
    {children}
    {note !== undefined && (
      <p className="note" id={`${id}-note`}>
        {note}
      </p>
    )}
    {wrong && (
      <p className="wrong" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    )}
  </div>
);

const described = (id: string, { note, wrong }: Pick<Around, 'note' | 'wrong'>) =>
  [note !== undefined && `${id}-note`, wrong && `${id}-wrong`].filter(Boolean).join(' ') ||
  undefined;

type InputProps = Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>;

export const Field = ({ label, note, wrong, hideLabel, ...input }: InputProps) => {
  const id = useId();
  return (
    <Frame id={id} label={label} note={note} wrong={wrong} hideLabel={hideLabel}>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={described(id, { note, wrong })}
      />
    </Frame>
  );
};

type SelectProps = Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'>;

export const Select = ({ label, note, wrong, hideLabel, children, ...select }: SelectProps) => {
  const id = useId();
  return (
    <Frame id={id} label={label} note={note} wrong={wrong} hideLabel={hideLabel}>
      <select
        {...select}
        id={id}
        className="input"
        aria-describedby={described(id, { note, wrong })}
      >
        {children}
      </select>
    </Frame>
  );
};

export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
}) => {
  const id = useId();
  return (
    <div className="field grow">
      <label htmlFor={id} className="hidden-text">
        {label}
      </label>
      <div className="with-icon">
        <Icon name="search" size={16} />
        <input
          id={id}
          type="search"
          className="input"
          placeholder={label}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
};

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'title'> {
  type: 'checkbox' | 'radio';
  title: ReactNode;
  note?: ReactNode;
}

export const Choice = ({ title, note, ...input }: ChoiceProps) => (
  <label className="choice">
    <input {...input} />
    <span>
      <strong>{title}</strong>
      {note !== undefined && <small>{note}</small>}
    </span>
  </label>
);

/** A few alternatives side by side, one selected. */
export const Segments = <T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [NoInfer<T>, string])[];
  onChange(value: NoInfer<T>): void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a toolbar
  <div className="segments" role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value}
        onClick={() => onChange(option)}
      >
        {text}
      </button>
    ))}
  </div>
);
