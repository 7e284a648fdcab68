import { useWords } from '../../i18n/lang.ts';
import { Chips } from '../../parts/badge.tsx';

/** The events of a webhook, with `*` in words. */
export const EventChips = ({ eventos }: { eventos: readonly string[] }) => {
  const { t } = useWords();
  return <Chips words={eventos.map((evento) => (evento === '*' ? t('hooks.all') : evento))} />;
};
