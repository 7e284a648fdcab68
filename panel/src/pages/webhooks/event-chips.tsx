import { useWords } from '../../i18n/lang.tsx';

/** The events of a webhook, with `*` in words. */
export const EventChips = ({ eventos }: { eventos: readonly string[] }) => {
  const { t } = useWords();
  return (
    <span className="row tight">
      {eventos.map((evento) => (
        <span key={evento} className="chip code">
          {evento === '*' ? t('hooks.all') : evento}
        </span>
      ))}
    </span>
  );
};
