import { useWords } from '../../i18n/lang.tsx';
import { Page } from '../../parts/page.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ActivityList } from './activity-list.tsx';

export default function ActivityPage() {
  const { t } = useWords();
  const { id } = useRestaurant();
  return (
    <Page title={t('nav.activity')} note={t('activity.note')}>
      <ActivityList restauranteId={id} />
    </Page>
  );
}
