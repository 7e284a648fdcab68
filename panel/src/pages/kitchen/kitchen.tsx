import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTablero } from '../../api/live.tsx';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTitle } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { KitchenBoard } from './kitchen-board.tsx';
import { SOUND_BUTTON, useChime } from './use-chime.ts';
import { ordersInKitchen } from './view.ts';
import { WallHead } from './wall-head.tsx';

/** The kitchen in the panel, with a way back. */
export const KitchenPage = () => {
  const { t } = useWords();
  const { href } = useRestaurant();
  return (
    <Kitchen>
      <Link href={href('/pedidos')} className="button">
        <Icon name="close" size={16} />
        {t('do.close')}
      </Link>
    </Kitchen>
  );
};

export const Kitchen = ({ children }: { children: ReactNode }) => {
  const { t } = useWords();
  const now = useNow(5_000);
  const query = useTablero();
  const { sound, toggle } = useChime(query.data && ordersInKitchen(query.data), now);
  useTitle(t('orders.kitchen'));
  return (
    <main className="kitchen">
      <WallHead nowMs={now}>
        <Button
          icon={sound === 'on' ? 'bell' : 'bellOff'}
          look={sound === 'blocked' ? 'primary' : 'plain'}
          {...{ [SOUND_BUTTON]: sound }}
          onClick={toggle}
        >
          {t(`sound.${sound}`)}
        </Button>
        {children}
      </WallHead>
      <Load query={query}>{(tablero) => <KitchenBoard tablero={tablero} nowMs={now} />}</Load>
    </main>
  );
};
