import { Link } from 'wouter';
import { useWebhooks } from '../../api/resources/webhooks.ts';
import type { FichaPedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { EntregaBadge, Outcome } from '../webhooks/delivery-parts.tsx';
import { webhookName } from '../webhooks/webhook-parts.tsx';

/** The order's events and their deliveries. */
export const OrderEvents = ({ eventos }: { eventos: FichaPedido['eventos'] }) => {
  const { t } = useWords();
  const webhooks = useWebhooks();
  const nameOf = (webhookId: string): string => {
    const webhook = webhooks.data?.datos.find((one) => one.id === webhookId);
    return webhook === undefined ? webhookId : webhookName(webhook);
  };
  if (eventos.length === 0) {
    return (
      <Card>
        <Empty icon="activity" title={t('order.noEvents')}>
          <p>{t('order.noEventsNote')}</p>
        </Empty>
      </Card>
    );
  }
  return (
    <Card flush title={t('order.events')} note={t('order.eventsNote')}>
      <ol className="ruled events">
        {eventos.map((evento) => (
          <EventRow key={evento.id} evento={evento} nameOf={nameOf} />
        ))}
      </ol>
    </Card>
  );
};

const EventRow = ({
  evento: { id, tipo, secuencia, creado_en, entregas },
  nameOf,
}: {
  evento: FichaPedido['eventos'][number];
  nameOf(webhookId: string): string;
}) => {
  const { t, format } = useWords();
  const { href } = useRestaurant();
  return (
    <li>
      <div className="row spread">
        <span className="row tight">
          <span className="chip code">{tipo}</span>
          <code className="soft wrap-anywhere">{id}</code>
        </span>
        <span className="soft small">
          {t('order.sequence', { n: format.number(secuencia) })} · {format.seconds(creado_en)}
        </span>
      </div>
      {entregas.length === 0 ? (
        <p className="soft small">{t('order.noDeliveries')}</p>
      ) : (
        <ul className="stack tight">
          {entregas.map((entrega) => (
            <li key={entrega.webhook_id} className="row tight">
              <EntregaBadge entrega={entrega} />
              <Link href={href(`/webhooks/${entrega.webhook_id}`)} className="wrap-anywhere">
                {nameOf(entrega.webhook_id)}
              </Link>
              {entrega.ultimo_intento !== null && <Outcome resultado={entrega.ultimo_intento} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};
