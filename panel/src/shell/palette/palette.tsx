import { useWords } from '../../i18n/lang.ts';
import { plain } from '../../plain-text.ts';
import { useCommands } from './commands.ts';
import { Finder } from './finder.tsx';
import type { Found } from './found.ts';
import { useFoundOrders } from './found-orders.ts';

const SHOWN_MAX = 12;

const useEverything = (text: string): { found: Found[]; isSearching: boolean } => {
  const commands = useCommands();
  const orders = useFoundOrders(text);
  const wanted = plain(text.trim());
  const named = commands.filter(({ name, words = '' }) =>
    plain(`${name} ${words}`).includes(wanted),
  );
  const found = [...orders.found, ...named].slice(0, SHOWN_MAX);
  return { found, isSearching: orders.isSearching };
};

/** Finds orders, pages and actions. */
export const Palette = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  return (
    <Finder
      title={t('palette.title')}
      hint={t('palette.hint')}
      useFound={useEverything}
      onClose={onClose}
    />
  );
};
