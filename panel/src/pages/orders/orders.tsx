import { useDeferredValue } from 'react';
import { useSearchParams } from 'wouter';
import { type FiltroPedidos, usePedidos } from '../../api/queries.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { isReversed } from '../../parts/range/wrong-range.ts';
import { LoadChosen } from '../../parts/states/load.tsx';
import { NextPage } from '../../parts/states/next-page.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { EMPTY_FILTER, type Filter, toFiltro } from './filter/filter.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { NothingFound } from './filter/nothing-found.tsx';
import { quoted } from './filter/quoted.ts';
import { OrderRows } from './order-rows.tsx';

/** The filter is in the address, so that it can be shared, and "back" restores it. */
const useFilter = (): [Filter, (change: Partial<Filter>) => void] => {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(
    Object.keys(EMPTY_FILTER).map((name) => [name, params.get(name) ?? '']),
  ) as unknown as Filter;
  const change = (part: Partial<Filter>) => {
    const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(entries), { replace: true });
  };
  return [filter, change];
};

export default function OrdersPage() {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const [filter, change] = useFilter();
  const buscar = useSettled(filter.buscar.trim());
  const wanted = useDeferredValue({ ...filter, buscar });
  return (
    <Page
      title={t('nav.orders')}
      actions={
        <>
          <LiveBadge />
          <ExportButton filter={filter} />
        </>
      }
    >
      <FilterBar filter={filter} onChange={change} />
      {!isReversed(filter) && !isReversed(wanted) && (
        <Results filtro={toFiltro(wanted, cuenta)} onChange={change} />
      )}
    </Page>
  );
}

const Results = ({
  filtro,
  onChange,
}: {
  filtro: FiltroPedidos;
  onChange(change: Partial<Filter>): void;
}) => {
  const { t, tn, format } = useWords();
  const { id } = useRestaurant();
  const query = usePedidos(id, filtro);
  const { hasNextPage, isPlaceholderData } = query;
  const searching = filtro.buscar !== '';
  const waiting = (
    <Card>
      <Skeleton lines={8} />
    </Card>
  );
  return (
    <LoadChosen query={query} waiting={waiting}>
      {({ pages }) => {
        const pedidos = pages.flatMap(({ datos }) => datos);
        const total = pages[0]?.paginacion.total_aprox ?? null;
        const looked = pages.reduce((sum, { examinados }) => sum + (examinados ?? 0), 0);
        const count = total === null ? '' : tn('count.orders', total);
        const found =
          searching && total === null
            ? tn('orders.searched', pedidos.length, { looked: tn('count.orders', looked) })
            : count;
        return (
          <div>
            <p className="soft small results-note" role="status">
              <span>{isPlaceholderData ? t('state.loading') : found}</span>{' '}
              {searching && total !== null && /^\p{L}/u.test(filtro.buscar) && (
                <button
                  type="button"
                  className="link"
                  onClick={() => onChange({ buscar: quoted(filtro.buscar) })}
                >
                  {t('orders.searchRest')}
                </button>
              )}
            </p>
            <Card flush>
              {pedidos.length > 0 ? (
                <OrderRows pedidos={pedidos} />
              ) : hasNextPage ? (
                <p className="pad soft">
                  {t('orders.noneYet', { text: filtro.buscar, n: format.number(looked) })}
                </p>
              ) : (
                <NothingFound filtro={filtro} onChange={onChange} />
              )}
              {hasNextPage && (
                <div className="row spread soft small pager">
                  <span>{tn('orders.shown', pedidos.length)}</span>
                  <NextPage
                    query={query}
                    text={t(total === null ? 'orders.searchOlder' : 'do.more')}
                  />
                </div>
              )}
            </Card>
          </div>
        );
      }}
    </LoadChosen>
  );
};
