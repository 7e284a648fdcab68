import { Link } from 'wouter';
import { useTodos } from '../api/queries.ts';
import type { Cifras } from '../api/wire.ts';
import { restaurantHref } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { Card } from '../parts/card.tsx';
import { List } from '../parts/list.tsx';
import { Page } from '../parts/page.tsx';
import { LoadChosen } from '../parts/states/load.tsx';
import { RangeBar, useRange } from './home/range-bar.tsx';

/** All restaurants of an owner, side by side and summed up for each currency. */
export default function TodosPage() {
  const { t } = useWords();
  const [range, setRange] = useRange();
  const query = useTodos(range);
  return (
    <Page title={t('todos.title')} note={t('todos.note')}>
      <RangeBar range={range} shown={undefined} onChange={setRange} />
      <LoadChosen query={query}>
        {({ datos, sumas }) => (
          <Card flush>
            <List
              columns={[
                t('nav.restaurant'),
                { figures: t('nav.orders') },
                { figures: t('todos.sales') },
                { figures: t('todos.ticket') },
                { figures: t('todos.cancelled') },
              ]}
            >
              {datos.map(({ cuenta: { id, nombre }, moneda, cifras }) => (
                <tr key={id}>
                  <td className="strong name">
                    <Link href={restaurantHref(id)}>{nombre}</Link>
                  </td>
                  <Figures cifras={cifras} moneda={moneda} />
                </tr>
              ))}
              {sumas.map(({ moneda, cifras }) => (
                <tr key={moneda} className="strong">
                  <td>{t('todos.sum', { currency: moneda })}</td>
                  <Figures cifras={cifras} moneda={moneda} />
                </tr>
              ))}
            </List>
          </Card>
        )}
      </LoadChosen>
    </Page>
  );
}

const Figures = ({ cifras, moneda }: { cifras: Cifras; moneda: string }) => {
  const { t, format } = useWords();
  const { pedidos, ventas_cents, ticket_medio_cents, cancelados } = cifras;
  return (
    <>
      <td className="num" data-label={t('nav.orders')}>
        {pedidos}
      </td>
      <td className="num" data-label={t('todos.sales')}>
        {format.money(ventas_cents, moneda)}
      </td>
      <td className="num" data-label={t('todos.ticket')}>
        {format.money(ticket_medio_cents, moneda)}
      </td>
      <td className="num" data-label={t('todos.cancelled')}>
        {cancelados}
      </td>
    </>
  );
};
