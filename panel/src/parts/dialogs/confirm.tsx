import type { ReactNode } from 'react';
import { Hint } from '../states/states.tsx';
import { type Change, FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  /** Says how to undo it, or that it cannot be undone. */
  undo: string;
  reversible: boolean;
  action: string;
  change: Change;
}

export const ConfirmDialog = ({ undo, reversible, children, ...form }: Props) => (
  <FormDialog {...form} look={reversible ? 'primary' : 'danger filled'}>
    <div className="stack tight">{children}</div>
    <Hint tone={reversible ? 'quiet' : 'warn'} icon={reversible ? 'info' : 'warning'}>
      {undo}
    </Hint>
  </FormDialog>
);
