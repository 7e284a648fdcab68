import { Link } from 'wouter';
import { useWebhooks } from '../../api/resources/webhooks.ts';
import type { Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { useCreating } from '../../parts/dialogs/use-creating.tsx';
import { GuideLink } from '../../parts/guide.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { EventChips, Health, webhookName } from './webhook-parts.tsx';

export default function WebhooksPage() {
  const { t } = useWords();
  const query = useWebhooks();
  const { button, dialog } = useCreating(t('hooks.create'), <CreateWebhook />);
  return (
    <Page
      title="Webhooks"
      note={
        <>
          {t('hooks.note')} <GuideLink guide="webhooks" />
        </>
      }
      actions={button}
    >
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="hook" title={t('hooks.none')}>
                <p>{t('hooks.noneNote')}</p>
                {button}
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
      {dialog}
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
