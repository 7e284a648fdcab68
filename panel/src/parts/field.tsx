import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { Icon } from './icon.tsx';

interface Around {
  label: string;
  note?: ReactNode;
  /** Says what is wrong with the value. */
  wrong?: string | false | undefined;
  hideLabel?: boolean | undefined;
}

interface Control {
  id: string;
  className: 'input';
  'aria-describedby': string | undefined;
}

/** A control between its label, a note and what is wrong with its value. */
const Frame = ({
  label,
  note,
  wrong,
  hideLabel,
  className = 'field',
  children,
}: Around & { className?: string; children(control: Control): ReactNode }) => {
  const id = useId();
  const described = [note !== undefined && `${id}-note`, wrong && `${id}-wrong`].filter(Boolean);
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      {children({ id, className: 'input', 'aria-describedby': described.join(' ') || undefined })}
      {note !== undefined && (
        <p className="soft small" id={`${id}-note`}>
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
};

type InputProps = Around & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Control>;

export const Field = ({ label, note, wrong, hideLabel, ...input }: InputProps) => (
  <Frame label={label} note={note} wrong={wrong} hideLabel={hideLabel}>
    {(control) => <input {...input} {...control} aria-invalid={wrong ? true : undefined} />}
  </Frame>
);

type SelectProps = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof Control> & {
    options: readonly (readonly [value: string | number, text: string])[];
  };

export const Select = ({ label, note, hideLabel, options, ...select }: SelectProps) => (
  <Frame label={label} note={note} hideLabel={hideLabel}>
    {(control) => (
      <select {...select} {...control}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Frame>
);

export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
}) => (
  <Frame label={label} hideLabel className="field grow">
    {(control) => (
      <div className="with-icon">
        <Icon name="search" size={16} />
        <input
          {...control}
          type="search"
          placeholder={label}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Frame>
);

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
      {note !== undefined && <small className="soft small">{note}</small>}
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
