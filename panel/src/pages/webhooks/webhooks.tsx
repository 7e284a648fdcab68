import { Link } from 'wouter';
import { useSalud, useWebhooks } from '../../api/webhooks.ts';
import type { Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useCreating } from '../../parts/dialogs/use-creating.tsx';
import { GuideLink } from '../../parts/guide.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { EventChips } from './event-chips.tsx';
import { webhookName } from './webhook-name.ts';

export default function WebhooksPage() {
  const { t } = useWords();
  const query = useWebhooks();
  const creating = useCreating(<CreateWebhook />);
  const create = (
    <Button look="primary" icon="plus" onClick={creating.start}>
      {t('hooks.create')}
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      note={
        <>
          {t('hooks.note')} <GuideLink guide="webhooks" />
        </>
      }
      actions={create}
    >
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="hook" title={t('hooks.none')}>
                <p>{t('hooks.noneNote')}</p>
                {create}
              </Empty>
            </Card>
          ) : (
            <ul className="hook-grid">
              {datos.map((webhook) => (
                <HookCard key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Load>
      {creating.dialog}
    </Page>
  );
}

const HookCard = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  const { href } = useRestaurant();
  return (
    <li className="card hook-card">
      <div className="row spread">
        <h2 className="grow wrap-anywhere">
          <Link href={href(`/webhooks/${webhook.id}`)} className="main-link">
            {webhookName(webhook)}
          </Link>
        </h2>
        <Health webhook={webhook} />
      </div>
      <p className="wrap-anywhere">
        <code>{webhook.url}</code>
      </p>
      <EventChips eventos={webhook.eventos} />
      <p className="soft small">
        {webhook.ultima_entrega === null ? (
          t('hooks.noDelivery')
        ) : (
          <>
            {t('hooks.lastDelivery')} <Ago iso={webhook.ultima_entrega} />
          </>
        )}
      </p>
    </li>
  );
};

/** Whether a webhook is off, behind or up to date. */
export const Health = ({ webhook }: { webhook: Webhook }) => {
  const { t, tn } = useWords();
  const salud = useSalud(webhook.id);
  const { pendientes: owed = 0, por_empezar: queued = 0, fallidas: failed = 0 } = salud ?? {};
  return (
    <span className="row tight">
      {!webhook.activo && <Badge tone="bad">{t('hooks.off')}</Badge>}
      {owed > 0 && <Badge tone="warn">{tn('hooks.owed', owed)}</Badge>}
      {queued > 0 && <Badge tone="quiet">{tn('hooks.queued', queued)}</Badge>}
      {failed > 0 && <Badge tone="bad">{tn('hooks.failed', failed)}</Badge>}
      {webhook.activo && owed + queued + failed === 0 && (
        <Badge tone={salud === undefined ? 'quiet' : 'good'}>
          {t(salud === undefined ? 'hooks.on' : 'hooks.well')}
        </Badge>
      )}
    </span>
  );
};
