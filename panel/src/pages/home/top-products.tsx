import { Link } from 'wouter';
import type { Inicio } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { useOrdersHref } from '../orders/filter/orders-href.ts';

/** The best products of the range; each leads to its orders. */
export const TopProducts = ({ inicio: { productos, rango } }: { inicio: Inicio }) => {
  const { t, tn, format } = useWords();
  const { href } = useRestaurant();
  const ordersHref = useOrdersHref();
  const { desde, hasta } = rango;
  const best = productos.mejores.filter(({ unidades }) => unidades > 0);
  const most = Math.max(...best.map(({ ventas_cents }) => ventas_cents), 1);
  return (
    <Card
      title={t('home.top')}
      actions={
        productos.total > 0 && (
          <Link href={href(`/productos?${new URLSearchParams({ desde, hasta })}`)}>
            {tn('home.allProducts', productos.total)}
          </Link>
        )
      }
    >
      {best.length === 0 && <Empty icon="menu" title={t('home.noTop')} />}
      <ol className="top">
        {best.map(({ producto_id, nombre, unidades, ventas_cents }) => (
          <li key={producto_id}>
            <div className="row line spread">
              <Link href={ordersHref({ buscar: nombre, desde, hasta })} className="grow strong">
                {nombre}
              </Link>
              <span className="soft small">{tn('count.units', unidades)}</span>
              <span className="nowrap">{format.money(ventas_cents)}</span>
            </div>
            <div className="meter" aria-hidden="true">
              <span style={{ width: `${(ventas_cents / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
};
