import type { Cierre } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';

/** `desde` is local midnight of the first day of the month. */
export const monthOfClosing = ({ desde }: Cierre): string => desde.slice(0, 7);

/** The closing that supersedes another, if any. */
export const newerThan = ({ id }: Cierre, all: readonly Cierre[]): Cierre | undefined =>
  all.find(({ sustituye }) => sustituye === id);

export const ClosingState = ({ cierre, all }: { cierre: Cierre; all: readonly Cierre[] }) => {
  const { t } = useWords();
  if (newerThan(cierre, all) !== undefined) {
    return <Badge tone="quiet">{t('closings.superseded')}</Badge>;
  }
  return cierre.intacto ? (
    <Badge tone="good">{t('closings.intact')}</Badge>
  ) : (
    <Badge tone="warn">{t('closings.changed')}</Badge>
  );
};
