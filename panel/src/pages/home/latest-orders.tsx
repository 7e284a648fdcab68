import { Link } from 'wouter';
import { usePedidos } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { EstadoBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { EMPTY_FILTER } from '../orders/filter-bar.tsx';
import { callNumber, place } from '../orders/order-card.tsx';

const SHOWN = 7;

export const LatestOrders = () => {
  const { t } = useWords();
  const format = useFormat();
  const { id, href } = useRestaurant();
  const { data, error, refetch } = usePedidos(id, EMPTY_FILTER);
  return (
    <Card
      flush
      title={t('home.latest')}
      actions={<Link href={href('/pedidos/lista')}>{t('home.all')}</Link>}
    >
      {data === undefined && error === null && (
        <div className="pad">
          <Skeleton />
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      <ul className="latest">
        {data?.pages[0]?.datos.slice(0, SHOWN).map((pedido) => (
          <li key={pedido.id}>
            <Link href={href(`/pedidos/${pedido.id}`)} className="latest-row">
              <strong>{callNumber(pedido.numero)}</strong>
              <span className="grow">{place(pedido, t('word.table'))}</span>
              <EstadoBadge estado={pedido.estado} />
              <span className="latest-total">{format.money(pedido.totales.total_cents)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
