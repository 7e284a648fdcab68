import type { Item, Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { ItemSize } from './order-card.tsx';
import { OrderTotals } from './order-totals.tsx';

export const OrderItems = ({ pedido: { items, totales } }: { pedido: Pedido }) => {
  const { t, tn, format } = useWords();
  const money = (cents: number) => format.money(cents, totales.moneda);
  return (
    <Card title={t('order.items')} note={tn('count.items', items.length)}>
      <ul className="bill">
        {items.map((item) => (
          <BillLine key={item.id} item={item} money={money} />
        ))}
      </ul>
      <OrderTotals totales={totales} className="bill-totals" />
    </Card>
  );
};

const BillLine = ({ item, money }: { item: Item; money(cents: number): string }) => {
  const { open } = useWords();
  return (
    <li>
      <span className="bill-count">{item.cantidad}×</span>
      <div className="grow">
        <p>
          <span className="strong">{item.nombre}</span>
          <ItemSize item={item} />
        </p>
        {item.opciones.length > 0 && (
          <ul className="soft small">
            {item.opciones.map(({ id, grupo, nombre, cantidad, precio_cents }) => (
              <li key={id}>
                <bdi>{grupo}</bdi>: {cantidad > 1 ? `${cantidad}× ` : ''}
                <bdi>{nombre}</bdi>
                {precio_cents !== 0 && ` (+${money(precio_cents)})`}
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="chip">{open('cocina', item.estado_cocina)}</span>
      <span className="bill-price">{money(item.total_cents)}</span>
    </li>
  );
};
