import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { useSending } from '../../api/use-sending.ts';
import { useSalud, useWebhooks, webhookPath } from '../../api/webhooks.ts';
import type { Prueba, Webhook } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty, Hint } from '../../parts/states/states.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { Deliveries } from './deliveries.tsx';
import { Outcome, ResponseView } from './delivery-parts.tsx';
import { EditWebhook, RotateSecret } from './edit-webhook.tsx';
import { EventChips } from './event-chips.tsx';
import { Figures } from './figures.tsx';
import { Resends } from './resends.tsx';
import { DeleteWebhook, ResendSince, TurnWebhook } from './webhook-actions.tsx';
import { webhookName } from './webhook-name.ts';
import { Health } from './webhooks.tsx';

type Asked = 'edit' | 'rotate' | 'delete' | 'since' | 'on' | 'off' | null;

export default function WebhookPage({ webhookId }: { webhookId: string }) {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const query = useWebhooks(id);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const webhook = query.data?.datos.find((one) => one.id === webhookId);
  return (
    <Page
      title={webhook ? webhookName(webhook) : 'Webhook'}
      back={{ href: href('/webhooks'), text: 'Webhooks' }}
      actions={
        webhook && (
          <>
            {webhook.activo ? (
              <Button onClick={() => setAsked('off')}>{t('hooks.turnOff')}</Button>
            ) : (
              <Button look="primary" onClick={() => setAsked('on')}>
                {t('hooks.turnOn')}
              </Button>
            )}
            <Button icon="edit" onClick={() => setAsked('edit')}>
              {t('hooks.edit')}
            </Button>
            <Button onClick={() => setAsked('rotate')}>{t('hooks.rotateTitle')}</Button>
            <Button onClick={() => setAsked('since')}>{t('hooks.since')}</Button>
            <Button look="danger" onClick={() => setAsked('delete')}>
              {t('hooks.delete')}
            </Button>
          </>
        )
      }
    >
      <Load query={query}>
        {() =>
          webhook ? (
            <Sections webhook={webhook} />
          ) : (
            <Empty icon="hook" title={t('state.notFound')} />
          )
        }
      </Load>
      {webhook && asked === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {webhook && asked === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {webhook && asked === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
      {webhook && asked === 'since' && <ResendSince webhook={webhook} onClose={close} />}
      {webhook && asked === 'on' && <TurnWebhook to="on" webhook={webhook} onClose={close} />}
      {webhook && asked === 'off' && <TurnWebhook to="off" webhook={webhook} onClose={close} />}
    </Page>
  );
}

/** Says why the webhook does not deliver. */
const DeliveryProblem = ({ webhook }: { webhook: Webhook }) => {
  const { t, tn } = useWords();
  const format = useFormat();
  const { id } = useRestaurant();
  const salud = useSalud(id, webhook.id);
  if (!webhook.activo) {
    return (
      <Hint tone="warn" icon="warning">
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
  return (
    <Hint tone="warn" icon="warning">
      {tn('hooks.ailing', salud.fallos_seguidos)}
    </Hint>
  );
};

const Sections = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  return (
    <>
      <DeliveryProblem webhook={webhook} />
      <div className="grid-2">
        <Card title={t('hooks.health')} actions={<Health webhook={webhook} />}>
          <dl className="facts column">
            <Fact name={t('hooks.url')}>
              <code>{webhook.url}</code>
            </Fact>
            <Fact name={t('hooks.events')}>
              <EventChips eventos={webhook.eventos} />
            </Fact>
            <Fact name={t('orders.created')}>
              <Moment iso={webhook.creado_en} />
            </Fact>
            <Fact name={t('hooks.lastDelivery')}>
              {webhook.ultima_entrega === null ? (
                t('keys.never')
              ) : (
                <Ago iso={webhook.ultima_entrega} />
              )}
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
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const test = useMutation({
    mutationFn: () => post<Prueba>(webhookPath(id, webhook.id, '/prueba')),
    onSettled: () => refresh(restKey(id, 'webhooks')),
  });
  const { busy, send } = useSending(test);
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
            <Hint
              tone={test.data.entregada ? 'good' : 'bad'}
              icon={test.data.entregada ? 'check' : 'warning'}
            >
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
