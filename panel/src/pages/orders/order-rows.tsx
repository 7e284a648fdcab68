import { Link } from 'wouter';
import type { Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { EstadoBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { List } from '../../parts/list.tsx';
import { Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { place, TIPO_ICON } from './order-card.tsx';

export const OrderRows = ({ pedidos }: { pedidos: readonly Pedido[] }) => {
  const { t, open, format } = useWords();
  const { href } = useRestaurant();
  return (
    <List
      className="order-rows"
      columns={[
        t('orders.number'),
        t('orders.created'),
        t('orders.type'),
        t('orders.who'),
        t('word.state'),
        t('order.payment'),
        t('orders.source'),
        { figures: t('word.total') },
      ]}
    >
      {pedidos.map((pedido) => (
        <tr key={pedido.id}>
          <td className="nowrap">
            <Link href={href(`/pedidos/${pedido.id}`)} className="main-link">
              {pedido.numero}
            </Link>
          </td>
          <td className="soft">
            <Moment iso={pedido.creado_en} />
          </td>
          <td>
            <span className="soft small order-type">
              <Icon name={TIPO_ICON[pedido.tipo]} size={15} />
              {t(`tipo.${pedido.tipo}`)}
            </span>
          </td>
          <td className="name">{place(pedido, t)}</td>
          <td>
            <EstadoBadge estado={pedido.estado} />
          </td>
          <td className="soft" data-label={t('order.payment')}>
            {open('pago', pedido.pago.metodo)}
          </td>
          <td className="soft" data-label={t('orders.source')}>
            {open('fuente', pedido.fuente)}
          </td>
          <td className="num strong">
            {format.money(pedido.totales.total_cents, pedido.totales.moneda)}
          </td>
        </tr>
      ))}
    </List>
  );
};
