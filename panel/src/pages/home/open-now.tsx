import { Link } from 'wouter';
import { ABIERTOS } from '../../api/values.ts';
import type { Inicio } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { useOrdersHref } from '../orders/filter/orders-href.ts';

/** The open orders by state; each leads to them. */
export const OpenNow = ({ abiertos }: { abiertos: Inicio['abiertos'] }) => {
  const { t, format } = useWords();
  const ordersHref = useOrdersHref();
  return (
    <nav className="row" aria-label={t('home.open')}>
      {ABIERTOS.map((estado) => (
        <Link
          key={estado}
          href={ordersHref({ estado })}
          className={`open-state tone-${ESTADO_TONE[estado]}`}
          data-none={abiertos[estado] === 0}
        >
          <strong>{format.number(abiertos[estado])}</strong>
          <span>{t(`estado.${estado}`)}</span>
        </Link>
      ))}
    </nav>
  );
};
