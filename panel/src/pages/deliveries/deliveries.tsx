import { useEnvios } from '../../api/resources/deliveries.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { CreateDelivery } from './create-delivery.tsx';
import { LinksCard } from './links-card.tsx';
import { ScheduleCard } from './schedule-card.tsx';

export default function DeliveriesPage() {
  const { t } = useWords();
  const { open } = useDialogs();
  const query = useEnvios();
  return (
    <Page
      title={t('nav.deliveries')}
      note={t('deliveries.note')}
      actions={
        <Button
          look="primary"
          icon="plus"
          onClick={() => open(<CreateDelivery hasMail={query.data?.correo ?? false} />)}
        >
          {t('deliveries.create')}
        </Button>
      }
    >
      <OpenNotices tipo="envio_fallido" />
      <ScheduleCard query={query} />
      <LinksCard />
    </Page>
  );
}
