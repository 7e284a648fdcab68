import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { SOLD, useOrdersHref } from '../orders/filter/orders-href.ts';
import type { CajaRange } from './caja-range.ts';

/** Cash that was received, less cash that was given back. */
export const drawerCents = ({ cobros }: Pick<Caja, 'cobros'>): number =>
  cobros.por_metodo.find(({ metodo }) => metodo === 'efectivo')?.neto_cents ?? 0;

/** The orders behind a figure. The list filters by creation alone. */
export const useFigureHref = ({ desde, hasta, fecha }: CajaRange) => {
  const ordersHref = useOrdersHref();
  return (filter: { estado?: string; tipo?: string; metodo_pago?: string }): string | null =>
    fecha === 'creacion' ? ordersHref({ estado: SOLD, ...filter, desde, hasta }) : null;
};

/** The figures that people look for first. */
export const CajaTiles = ({ caja, range }: { caja: Caja; range: CajaRange }) => {
  const { t, tn, format } = useWords();
  const hrefOf = useFigureHref(range);
  const { ventas, cobros } = caja;
  return (
    <dl className="tiles">
      <Tile
        name={t('caja.sold')}
        note={tn('caja.orders', ventas.pedidos)}
        href={hrefOf({})}
        value={format.money(ventas.total_cents)}
      />
      <Tile name={t('caja.received')} value={format.money(cobros.neto_cents)} />
      <Tile
        name={t('caja.drawer')}
        note={t('caja.drawerNote')}
        value={format.money(drawerCents(caja))}
      />
      <Tile
        name={t('caja.unpaid')}
        note={t('caja.unpaidNote')}
        value={format.money(ventas.sin_pagar_cents)}
      />
      <Tile
        name={t('word.cancelled')}
        note={t('caja.cancelledNote')}
        href={hrefOf({ estado: 'cancelado' })}
        value={format.number(ventas.cancelados)}
      />
    </dl>
  );
};

const Tile = ({
  name,
  value,
  note,
  href = null,
}: {
  name: string;
  value: string;
  note?: ReactNode;
  href?: string | null;
}) => (
  <div className="tile card">
    <dt className="soft small">{name}</dt>
    <dd>
      {href === null ? (
        <strong>{value}</strong>
      ) : (
        <Link href={href} className="tile-link">
          {value}
        </Link>
      )}
      {note !== undefined && <small className="soft small">{note}</small>}
    </dd>
  </div>
);
