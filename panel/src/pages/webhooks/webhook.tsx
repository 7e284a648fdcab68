import { post } from '../../api/http.ts';
import { useSalud, useWebhooks } from '../../api/resources/webhooks.ts';
import { useChange } from '../../api/use-change.ts';
import type { Prueba, Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty, Hint } from '../../parts/states/states.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { Deliveries } from './deliveries.tsx';
import { Outcome, ResponseView } from './delivery-parts.tsx';
import { EditWebhook, RotateSecret } from './edit-webhook.tsx';
import { Figures } from './figures.tsx';
import { Resends } from './resends.tsx';
import { DeleteWebhook, ResendSince, TurnWebhook } from './webhook-actions.tsx';
import { EventChips, Health, webhookName } from './webhook-parts.tsx';

export default function WebhookPage({ webhookId }: { webhookId: string }) {
  const { t } = useWords();
  const { href } = useRestaurant();
  const query = useWebhooks();
  const webhook = query.data?.datos.find((one) => one.id === webhookId);
  return (
    <Page
      title={webhook ? webhookName(webhook) : 'Webhook'}
      back={{ href: href('/webhooks'), text: 'Webhooks' }}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <OpenNotices objeto={webhookId} />
      <Load query={query}>
        {() =>
          webhook ? (
            <Sections webhook={webhook} />
          ) : (
            <Empty icon="hook" title={t('state.notFound')} />
          )
        }
      </Load>
    </Page>
  );
}

const Actions = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  return (
    <>
      {webhook.activo ? (
        <Button onClick={() => open(<TurnWebhook to="off" webhook={webhook} />)}>
          {t('hooks.turnOff')}
        </Button>
      ) : (
        <Button look="primary" onClick={() => open(<TurnWebhook to="on" webhook={webhook} />)}>
          {t('hooks.turnOn')}
        </Button>
      )}
      <Button icon="edit" onClick={() => open(<EditWebhook webhook={webhook} />)}>
        {t('hooks.edit')}
      </Button>
      <Button onClick={() => open(<RotateSecret webhook={webhook} />)}>
        {t('hooks.rotateTitle')}
      </Button>
      <Button onClick={() => open(<ResendSince webhook={webhook} />)}>{t('hooks.since')}</Button>
      <Button look="danger" onClick={() => open(<DeleteWebhook webhook={webhook} />)}>
        {t('do.delete')}
      </Button>
    </>
  );
};

/** Says why the webhook does not deliver. */
const DeliveryProblem = ({ webhook }: { webhook: Webhook }) => {
  const { t, tn, format } = useWords();
  const salud = useSalud(webhook.id);
  if (!webhook.activo) {
    return (
      <Hint tone="warn">
        {salud?.motivo && t(`motivo.${salud.motivo}`)} {t('hooks.offNote')}
      </Hint>
    );
  }
  if (salud?.pausa_hasta) {
    return (
      <Hint icon="clock">{t('hooks.paused', { when: format.seconds(salud.pausa_hasta) })}</Hint>
    );
  }
  if (salud === undefined || salud.fallos_seguidos === 0) return null;
  return <Hint tone="warn">{tn('hooks.ailing', salud.fallos_seguidos)}</Hint>;
};

const Sections = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  return (
    <>
      <DeliveryProblem webhook={webhook} />
      <div className="grid-2">
        <Card title={t('hooks.health')} actions={<Health webhook={webhook} />}>
          <dl className="facts column">
            <Fact name={t('word.address')}>
              <code>{webhook.url}</code>
            </Fact>
            <Fact name={t('hooks.events')}>
              <EventChips eventos={webhook.eventos} />
            </Fact>
            <Fact name={t('orders.created')}>
              <Moment iso={webhook.creado_en} />
            </Fact>
            <Fact name={t('hooks.lastDelivery')}>
              <Ago iso={webhook.ultima_entrega} />
            </Fact>
          </dl>
        </Card>
        <TestCard webhook={webhook} />
      </div>
      <Figures webhook={webhook} />
      <Resends webhook={webhook} />
      <Deliveries webhook={webhook} />
    </>
  );
};

/** Sends a test event, and shows the receiver's answer. */
const TestCard = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const test = useChange(() => post<Prueba>(path('webhooks', webhook.id, 'prueba')));
  const { busy, send } = test;
  return (
    <Card title={t('hooks.test')} note={t('hooks.testNote')}>
      <div className="stack">
        <div className="row">
          <Button busy={busy} onClick={() => send()}>
            {t('hooks.sendTest')}
          </Button>
          {busy && <span className="soft small">{t('hooks.testing')}</span>}
        </div>
        {test.error !== null && <ErrorMessage error={test.error} />}
        {test.data !== undefined && (
          <>
            <Hint tone={test.data.entregada ? 'good' : 'bad'}>
              {t(test.data.entregada ? 'hooks.testOk' : 'hooks.testBad')}{' '}
              <Outcome resultado={test.data} />
            </Hint>
            <ResponseView resultado={test.data} />
          </>
        )}
      </div>
    </Card>
  );
};
