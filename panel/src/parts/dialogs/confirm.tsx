import type { ReactNode } from 'react';
import { Hint } from '../states/states.tsx';
import { type Change, FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  /** Text of the button; the title by default. */
  action?: string;
  change: Change;
}

/** `undo` says how to undo it; `final`, that it cannot be undone. */
type End = { undo: string; final?: never } | { undo?: never; final: string };

export const ConfirmDialog = ({ undo, final, children, ...form }: Props & End) => (
  <FormDialog {...form} look={final ? 'danger filled' : 'primary'}>
    <div className="stack tight">{children}</div>
    <Hint tone={final ? 'warn' : 'quiet'}>{final ?? undo}</Hint>
  </FormDialog>
);
