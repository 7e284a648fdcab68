import { useRef, useState } from 'react';
import { useWords } from '../i18n/lang.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2_000;

/**
 * Without https there is no clipboard API, so the old command copies the selection. If that is refused too, the text
 * stays selected for Ctrl+C.
 */
const copyText = async (text: string, element: HTMLElement | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (element !== null) getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
};

export const CopyBox = ({ text, label }: { text: string; label: string }) => {
  const { t } = useWords();
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');
  const box = useRef<HTMLPreElement>(null);
  const copy = async () => {
    setState((await copyText(text, box.current)) ? 'copied' : 'selected');
    setTimeout(() => setState('idle'), SHOWN_MS);
  };
  const words = { idle: 'do.copy', copied: 'do.copied', selected: 'do.pressCopy' } as const;
  return (
    <div className="copy-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre ref={box}>{text}</pre>
      </section>
      <Button
        small
        icon={state === 'copied' ? 'check' : 'copy'}
        onClick={() => void copy()}
        aria-label={`${t(words[state])}: ${label}`}
      >
        {t(words[state])}
      </Button>
    </div>
  );
};
