import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { PrintButtons } from '../../parts/output/print-buttons.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadChosen } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { CajaBar } from './caja-bar.tsx';
import { CajaGroups } from './caja-groups.tsx';
import { type CajaRange, readCajaRange, toQuery } from './caja-range.ts';
import { Payments, Reconciliation, SalesByMethod, SalesByType, Vat } from './caja-tables.tsx';
import { CajaTiles } from './caja-tiles.tsx';
import { PaperCaja } from './paper-caja.tsx';

/** The range is kept in the address, so that it can be shared, and "back" restores it. */
const useCajaRange = (): [CajaRange, (change: Partial<CajaRange>) => void] => {
  const { cuenta } = useRestaurant();
  const [params, setParams] = useSearchParams();
  const range = readCajaRange(params, cuenta);
  return [range, (change) => setParams({ ...range, ...change }, { replace: true })];
};

const REFRESH_MS = 60_000;

const CajaPage = () => {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const [range, setRange] = useCajaRange();
  const query = useResource<Caja>(['caja', toQuery(range, cuenta)], {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('caja.title')} actions={<PrintButtons />}>
      <CajaBar range={range} onChange={setRange} />
      <LoadChosen query={query}>{(caja) => <Figures caja={caja} range={range} />}</LoadChosen>
    </Page>
  );
};

const isEmpty = ({ ventas, cobros }: Caja): boolean =>
  ventas.pedidos + ventas.cancelados + cobros.por_metodo.length === 0;

const Figures = ({ caja, range }: { caja: Caja; range: CajaRange }) => {
  const { t, format } = useWords();
  const span = t('caja.span', {
    from: format.dateTime(caja.desde),
    to: format.dateTime(caja.hasta),
  });
  return (
    <>
      <p className="soft small" role="status">
        {span} {caja.fecha === 'factura' && t('caja.calendar')}
      </p>
      {isEmpty(caja) ? (
        <Empty icon="cash" title={t('caja.none')} />
      ) : (
        <>
          <CajaTiles caja={caja} range={range} />
          {caja.grupos !== undefined && <CajaGroups grupos={caja.grupos} agrupar={range.agrupar} />}
          <div className="grid-2">
            <div className="stack wide">
              <SalesByMethod caja={caja} range={range} />
              <SalesByType caja={caja} range={range} />
              <Reconciliation caja={caja} />
            </div>
            <div className="stack wide">
              <Payments caja={caja} />
              <Vat caja={caja} />
            </div>
          </div>
        </>
      )}
      <PaperCaja caja={caja} span={span} />
    </>
  );
};

export default CajaPage;
