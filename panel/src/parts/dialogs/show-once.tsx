import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { type Guide, GuideLink } from '../guide.tsx';
import { Hint } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';
import { useDialogs } from './dialogs.tsx';

interface Props {
  title: string;
  /** Says that it cannot be shown again. */
  warning: string;
  guide?: Guide;
  /** Text of the button that closes. */
  done: string;
  /** Does something else than close the dialog. */
  onDone?: (() => void) | undefined;
  children: ReactNode;
}

/** Shows a secret or a link that the server gives only once. */
export const ShowOnce = ({ title, warning, guide, done, onDone, children }: Props) => {
  const { close } = useDialogs();
  return (
    <Dialog title={title} sticky>
      <Hint tone="warn">{warning}</Hint>
      {children}
      <div className="row tight dialog-foot">
        {guide !== undefined && <GuideLink guide={guide} />}
        <Button look="primary" onClick={onDone ?? close}>
          {done}
        </Button>
      </div>
    </Dialog>
  );
};
