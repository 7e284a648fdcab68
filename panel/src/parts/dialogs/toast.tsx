import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';
import { errorText } from '../states/error-message.tsx';

interface Toast {
  id: number;
  bad: boolean;
  text: string;
}

interface Toasts {
  done(text: string): void;
  failed(error: unknown): void;
}

const SHOWN_MS = 6_000;
const ToastContext = createContext<Toasts | null>(null);

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const words = useWords();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(1);
  const drop = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id));
  const add = (bad: boolean, text: string) => {
    const id = next.current++;
    setToasts((all) => [...all.slice(-2), { id, bad, text }]);
    // A failure stays until it is closed.
    if (!bad) setTimeout(() => drop(id), SHOWN_MS);
  };
  const show: Toasts = {
    done: (text) => add(false, text),
    failed: (error) => add(true, errorText(error, words)),
  };
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" aria-live="polite">
        {toasts.map(({ id, bad, text }) => (
          <div key={id} className={bad ? 'toast bad' : 'toast'}>
            <p>{text}</p>
            <Button
              look="quiet"
              small
              icon="close"
              aria-label={words.t('do.close')}
              onClick={() => drop(id)}
            />
          </div>
        ))}
      </div>
    </ToastContext>
  );
};

export const useToast = (): Toasts => {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
};
