import { Link } from 'wouter';
import type { Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { EstadoBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { useRestaurant } from '../../scope.tsx';
import { callNumber, place } from '../orders/order-card.tsx';

export const LatestOrders = ({ pedidos }: { pedidos: readonly Pedido[] }) => {
  const { t, format } = useWords();
  const { href } = useRestaurant();
  return (
    <Card
      flush
      title={t('home.latest')}
      actions={<Link href={href('/pedidos/lista')}>{t('home.all')}</Link>}
    >
      <ul className="ruled latest">
        {pedidos.map((pedido) => (
          <li key={pedido.id}>
            <Link href={href(`/pedidos/${pedido.id}`)} className="latest-row">
              <strong>{callNumber(pedido.numero)}</strong>
              <span className="grow ellipsis">{place(pedido, t)}</span>
              <EstadoBadge estado={pedido.estado} />
              <span className="latest-total">
                {format.money(pedido.totales.total_cents, pedido.totales.moneda)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
