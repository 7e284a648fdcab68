import { useWords } from '../../i18n/lang.ts';
import { Page } from '../../parts/page.tsx';
import { LinksCard } from './links-card.tsx';

export default function DeliveriesPage() {
  const { t } = useWords();
  return (
    <Page title={t('nav.deliveries')} note={t('deliveries.note')}>
      <LinksCard />
    </Page>
  );
}
