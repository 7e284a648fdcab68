import { Link, useLocation } from 'wouter';
import { useWords } from '../../i18n/lang.ts';
import { useRestaurant } from '../../scope.tsx';

/** Switches between board and list. */
export const OrdersTabs = () => {
  const { t } = useWords();
  const { href } = useRestaurant();
  const [location] = useLocation();
  const tabs = [
    [href('/pedidos'), t('orders.board')],
    [href('/pedidos/lista'), t('orders.list')],
  ] as const;
  return (
    <nav className="segments" aria-label={t('orders.views')}>
      {tabs.map(([to, text]) => (
        <Link key={to} href={to} aria-current={location === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
};
