import { Link } from 'wouter';
import type { Inicio } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Change } from '../../parts/change.tsx';
import { SOLD, useOrdersHref } from '../orders/filter/orders-href.ts';

/** The figures of a range, in order; `estado` is the state of the orders behind a figure. */
const FIGURES = [
  { of: 'ventas_cents', name: 'word.sales', as: 'money', estado: SOLD },
  { of: 'pedidos', name: 'nav.orders', as: 'number', estado: SOLD },
  { of: 'ticket_medio_cents', name: 'word.ticket', as: 'money', estado: SOLD },
  { of: 'cancelados', name: 'word.cancelled', as: 'number', estado: 'cancelado' },
] as const;

/** Four figures, each compared with the range before, up to the same moment, and leading to its orders. */
export const Tiles = ({ inicio }: { inicio: Inicio }) => {
  const { t, format } = useWords();
  const ordersHref = useOrdersHref();
  const shown = { money: format.moneyBrief, number: format.number };
  const { cifras, antes_hasta_ahora: antes, antes_entero: entero, rango } = inicio;
  const { desde, hasta } = rango;
  return (
    <dl className="tiles">
      {FIGURES.map(({ of, name, as, estado }) => (
        <div className="tile card" key={of}>
          <dt className="soft small">{t(name)}</dt>
          <dd>
            <Link href={ordersHref({ estado, desde, hasta })} className="tile-link">
              {shown[as](cifras[of])}
            </Link>
            <Change now={cifras[of]} before={antes[of]} lessIsBetter={of === 'cancelados'} />
            <small className="soft small">
              {rango.en_curso
                ? t('home.soFar', { value: shown[as](antes[of]), whole: shown[as](entero[of]) })
                : t('home.before', { value: shown[as](entero[of]) })}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
};
