import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../../i18n/lang.ts';
import { useModal } from '../../parts/dialogs/use-modal.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Found } from './found.ts';

interface Props {
  title: string;
  /** Examples of what to type. */
  hint: string;
  /** The lines for a text. */
  useFound(text: string): { found: Found[]; isSearching: boolean };
  onClose(): void;
}

/** Finds something by name: type, choose with the arrows, press Enter. */
export const Finder = ({ title, hint, useFound, onClose }: Props) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const modal = useModal({ onClose });
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  // Its key, because orders that are found later come before it.
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const { found, isSearching } = useFound(text);
  const keys = found.map(({ key }) => key);
  const at = Math.max(0, keys.indexOf(chosenKey ?? ''));
  const chosen = found[at];

  const go = (one: Found) => {
    onClose();
    if (one.href !== undefined) navigate(one.href);
    else one.act?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (at + by + found.length) % found.length;
      setChosenKey(keys[next] ?? null);
      // The focus stays in the input, so the browser does not scroll to the option by itself.
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      go(chosen);
    }
  };
  return (
    <dialog {...modal} className="dialog palette" aria-label={title}>
      <div className="with-icon palette-input">
        <Icon name="search" />
        <input
          autoFocus
          className="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          aria-label={title}
          placeholder={hint}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosenKey(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.results')}
        className="palette-list"
      >
        {found.map((one) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keys
          <div
            key={one.key}
            id={`${id}-${one.key}`}
            className="row line"
            role="option"
            tabIndex={-1}
            aria-selected={one === chosen}
            onClick={() => go(one)}
            onPointerMove={() => setChosenKey(one.key)}
          >
            <Icon name={one.icon} size={16} />
            <span className="grow">{one.name}</span>
            <span className="soft small">{one.note}</span>
          </div>
        ))}
      </div>
      <p className="soft small palette-foot" role="status">
        {isSearching
          ? t('palette.searching')
          : found.length === 0
            ? t('palette.none', { text: text.trim() })
            : t('palette.keys')}
      </p>
    </dialog>
  );
};
