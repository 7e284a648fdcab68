import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Look = 'plain' | 'primary' | 'danger' | 'danger filled' | 'quiet';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: Look;
  small?: boolean;
  icon?: IconName;
  /** Work that it started is under way: it spins and cannot be pressed again. */
  busy?: boolean;
  children?: ReactNode;
}

export const Button = ({
  look = 'plain',
  small = false,
  icon,
  busy = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: Props) => {
  const bare = children === undefined;
  const className = ['button', look, small && 'small', bare && 'icon'].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      // A button whose type is left out would send the form around it.
      type={type}
      className={className}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" /> : icon && <Icon name={icon} size={small ? 15 : 17} />}
      {children}
    </button>
  );
};
