import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { useCategorias, useTablero } from '../../api/live.tsx';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { DialogHost, useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTitle } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { KitchenBoard } from './kitchen-board.tsx';
import { SOUND_BUTTON, useChime } from './use-chime.ts';
import { atStation, groupsOf, ordersInKitchen, useView } from './view.ts';
import { ViewDialog } from './view-dialog.tsx';
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

export const Kitchen = ({ children }: { children: ReactNode }) => (
  <DialogHost>
    <KitchenScreen>{children}</KitchenScreen>
  </DialogHost>
);

const KitchenScreen = ({ children }: { children: ReactNode }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const now = useNow(5_000);
  const [view, setView] = useView();
  const categorias = useCategorias();
  const { data, ...query } = useTablero();
  const tablero = useMemo(
    () => data && atStation(data, view.station, categorias),
    [data, view.station, categorias],
  );
  const { sound, toggle } = useChime(tablero && ordersInKitchen(tablero), now);
  useTitle(t('orders.kitchen'));
  return (
    <main className="kitchen">
      <WallHead nowMs={now}>
        <Button
          icon="bars"
          aria-label={t('kitchen.view')}
          onClick={() =>
            open(<ViewDialog first={view} categorias={categorias ?? []} onChange={setView} />)
          }
        />
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
      <Load query={{ ...query, data: tablero }}>
        {(shown) => <KitchenBoard groups={groupsOf(shown, view.by)} nowMs={now} />}
      </Load>
    </main>
  );
};
