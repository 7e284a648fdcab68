import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Icon } from '../../parts/icon.tsx';
import { Palette } from './palette.tsx';

/** The button for the palette; Ctrl-K opens it anywhere. It is not loaded lazily, or the first letters typed would be lost. */
export const OpenPalette = () => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // Not over a dialog that is open.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="row tight line palette-open" onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span className="grow">{t('palette.open')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
};
