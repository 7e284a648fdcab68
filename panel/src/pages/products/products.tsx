import { useState } from 'react';
import { Link } from 'wouter';
import { useProductos } from '../../api/queries.ts';
import type { Productos, ProductoVendido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Change } from '../../parts/change.tsx';
import { Spark } from '../../parts/charts/spark.tsx';
import { SearchField, Select } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton } from '../../parts/output/csv-button.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadChosen } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { plain } from '../../plain-text.ts';
import { useRestaurant } from '../../scope.tsx';
import { RangeBar, useRange, useRangeWords } from '../home/range-bar.tsx';
import { useOrdersHref } from '../orders/filter/orders-href.ts';
import { quoted } from '../orders/filter/quoted.ts';

const ORDERS = {
  sales: (a: ProductoVendido, b: ProductoVendido) => b.ventas_cents - a.ventas_cents,
  units: (a: ProductoVendido, b: ProductoVendido) => b.unidades - a.unidades,
  rise: (a: ProductoVendido, b: ProductoVendido) => gain(b) - gain(a),
  fall: (a: ProductoVendido, b: ProductoVendido) => gain(a) - gain(b),
  name: (a: ProductoVendido, b: ProductoVendido) => a.nombre.localeCompare(b.nombre),
};
type Order = keyof typeof ORDERS;
const gain = ({ ventas_cents, antes }: ProductoVendido): number =>
  ventas_cents - antes.ventas_cents;

const ProductsPage = () => {
  const { t } = useWords();
  const { href } = useRestaurant();
  const [range, setRange] = useRange();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>('sales');
  const query = useProductos(range);
  return (
    <Page
      title={t('products.title')}
      back={{ href: href(''), text: t('nav.home') }}
      actions={query.data && <ExportProducts productos={query.data} />}
    >
      <RangeBar range={range} shown={query.data} onChange={setRange} />
      <div className="row toolbar">
        <SearchField label={t('products.search')} value={text} onChange={setText} />
        <Select
          hideLabel
          label={t('products.order')}
          value={order}
          options={(Object.keys(ORDERS) as Order[]).map((one) => [one, t(`ranking.${one}`)])}
          onChange={(event) => setOrder(event.target.value as Order)}
        />
      </div>
      <LoadChosen query={query}>
        {(productos) => <ProductList productos={productos} text={text} order={order} />}
      </LoadChosen>
    </Page>
  );
};

const ProductList = ({
  productos,
  text,
  order,
}: {
  productos: Productos;
  text: string;
  order: Order;
}) => {
  const { t, tn, format } = useWords();
  const ordersHref = useOrdersHref();
  const { desde, hasta, en_curso } = productos.rango;
  const before = t(en_curso ? 'products.beforeSoFar' : 'products.before');
  const found = productos.datos
    .filter(({ nombre }) => plain(nombre).includes(plain(text.trim())))
    .toSorted(ORDERS[order]);
  // A single day has no trend.
  const hasTrend = found.some(({ serie }) => serie.length > 1);
  if (found.length === 0) {
    return (
      <Card>
        <Empty icon="menu" title={t(text === '' ? 'home.noTop' : 'products.noMatch', { text })} />
      </Card>
    );
  }
  return (
    <div>
      <p className="soft small results-note" role="status">
        {tn('count.products', found.length)}
      </p>
      <Card flush>
        <List
          columns={[
            t('products.product'),
            { figures: t('products.units') },
            { figures: t('word.sales') },
            { figures: before },
            { figures: t('products.change') },
            ...(hasTrend ? [t('products.trend')] : []),
          ]}
        >
          {found.map(({ producto_id, nombre, unidades, ventas_cents, antes, serie, nuevo }) => (
            <tr key={producto_id}>
              <td className="name">
                <Link
                  href={ordersHref({ buscar: quoted(nombre), desde, hasta })}
                  className="main-link"
                >
                  {nombre}
                </Link>
              </td>
              <td className="num" data-label={t('products.units')}>
                {format.number(unidades)}
              </td>
              <td className="num strong" data-label={t('word.sales')}>
                {format.money(ventas_cents)}
              </td>
              <td className="num soft" data-label={before}>
                {format.money(antes.ventas_cents)}
              </td>
              <td className="num" data-label={t('products.change')}>
                {nuevo ? (
                  <Badge tone="good">{t('products.new')}</Badge>
                ) : (
                  <Change
                    now={ventas_cents}
                    before={antes.ventas_cents}
                    none={t('products.none')}
                  />
                )}
              </td>
              {hasTrend && (
                <td>
                  <Spark values={serie} />
                </td>
              )}
            </tr>
          ))}
        </List>
      </Card>
    </div>
  );
};

const ExportProducts = ({ productos: { datos, rango } }: { productos: Productos }) => {
  const { t } = useWords();
  const words = useRangeWords();
  const rows = datos.map(({ producto_id, nombre, unidades, ventas_cents, antes }) => [
    producto_id,
    nombre,
    unidades,
    ventas_cents / 100,
    antes.unidades,
    antes.ventas_cents / 100,
  ]);
  const columns = [
    'producto_id',
    t('products.product'),
    t('products.units'),
    t('word.sales'),
    `${t('products.units')} (${t('products.before')})`,
    t('products.before'),
  ];
  return <CsvButton name={`${t('products.title')} ${words(rango)}`} rows={[columns, ...rows]} />;
};

export default ProductsPage;
