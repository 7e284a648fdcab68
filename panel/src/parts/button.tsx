import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type Look = 'plain' | 'primary' | 'danger' | 'danger filled' | 'quiet';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look;
  small?: boolean;
  icon?: IconName;
  /** Shows a spinner, and ignores clicks. Not disabled: the browser would take the keyboard's focus away. */
  busy?: boolean;
  children?: ReactNode;
}

export const Button = ({
  look = 'plain',
  small = false,
  icon,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) => {
  const bare = children === undefined;
  const className = ['button', look, small && 'small', bare && 'icon'].filter(Boolean).join(' ');
  return (
    <button
      // A bare icon shows its name as a tooltip, too.
      title={bare ? rest['aria-label'] : undefined}
      {...rest}
      // The default type would submit the form around the button.
      type={type}
      className={className}
      // Enter in a field of a form clicks the button, so `busy` must stop that too.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" /> : icon && <Icon name={icon} size={small ? 15 : 17} />}
      {children}
    </button>
  );
};
