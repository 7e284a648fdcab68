import { useWords } from '../../i18n/lang.ts';
import { useRestaurant } from '../../scope.tsx';
import { AuditPage } from './audit-page.tsx';

export default function ActivityPage() {
  const { t } = useWords();
  const { id } = useRestaurant();
  return <AuditPage title={t('nav.activity')} note={t('activity.note')} restauranteId={id} />;
}
