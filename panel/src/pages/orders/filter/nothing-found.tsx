import type { FiltroPedidos } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/lang.ts';
import { Button } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/states/states.tsx';
import { EMPTY_FILTER, type Filter } from './filter.ts';

/** Says what was looked for, and offers every way to look wider. */
export const NothingFound = ({
  filtro: { buscar, ...others },
  onChange,
}: {
  filtro: FiltroPedidos;
  onChange(change: Partial<Filter>): void;
}) => {
  const { t } = useWords();
  const isFiltered = Object.values(others).some((value) => value !== '');
  if (buscar === '' && !isFiltered) return <Empty icon="search" title={t('orders.none')} />;
  const { buscar: _, ...noFilters } = EMPTY_FILTER;
  return (
    <Empty icon="search" title={t('orders.noMatch')}>
      <p>
        {buscar !== '' && t('orders.lookedFor', { text: buscar })}{' '}
        {isFiltered && t('orders.withFilters')}
      </p>
      {buscar !== '' && <p className="soft small">{t('orders.widen')}</p>}
      <div className="row tight">
        {buscar !== '' && isFiltered && (
          <Button look="primary" onClick={() => onChange(noFilters)}>
            {t('orders.searchAll')}
          </Button>
        )}
        {buscar !== '' && (
          <Button onClick={() => onChange({ buscar: '' })}>{t('orders.clearSearch')}</Button>
        )}
        {isFiltered && <Button onClick={() => onChange(EMPTY_FILTER)}>{t('orders.clear')}</Button>}
      </div>
    </Empty>
  );
};
