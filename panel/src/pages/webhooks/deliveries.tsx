import { useState } from 'react';
import { Link } from 'wouter';
import { post } from '../../api/http.ts';
import { usePedido } from '../../api/queries.ts';
import { useEntregas, useSalud } from '../../api/resources/webhooks.ts';
import { useChange } from '../../api/use-change.ts';
import { FILTROS_ENTREGA } from '../../api/values.ts';
import type { Entrega, FiltroEntrega, Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Segments } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton, tableOf } from '../../parts/output/csv-button.tsx';
import { Load } from '../../parts/states/load.tsx';
import { NextPage } from '../../parts/states/next-page.tsx';
import { Empty, Hint, Skeleton } from '../../parts/states/states.tsx';
import { Moment, useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { Attempts, EntregaBadge, Outcome, RequestView, ResponseView } from './delivery-parts.tsx';

export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const { t, tn } = useWords();
  const queued = useSalud(webhook.id)?.por_empezar ?? 0;
  const [estado, setEstado] = useState<FiltroEntrega | ''>('');
  const query = useEntregas(webhook.id, estado);
  const entregas = query.data?.pages.flatMap(({ datos }) => datos) ?? [];
  const waiting = (
    <div className="pad">
      <Skeleton lines={4} />
    </div>
  );
  return (
    <Card
      flush
      title={t('hooks.log')}
      note={t('hooks.logNote')}
      actions={
        <>
          <CsvButton name={t('hooks.log')} rows={tableOf(entregas)} isPartial={query.hasNextPage} />
          <Segments
            label={t('hooks.logFilter')}
            value={estado}
            options={[
              ['', t('word.allF')],
              ...FILTROS_ENTREGA.map((one) => [one, t(`filtro.${one}`)] as const),
            ]}
            onChange={setEstado}
          />
        </>
      }
    >
      {queued > 0 && (
        <div className="pad">
          <Hint icon="clock">{tn('hooks.queuedNote', queued)}</Hint>
        </div>
      )}
      <Load query={query} waiting={waiting}>
        {() =>
          entregas.length === 0 ? (
            <Empty icon="hook" title={t('hooks.noLog')} />
          ) : (
            <Rows webhook={webhook} entregas={entregas} />
          )
        }
      </Load>
      {query.hasNextPage && (
        <div className="row spread soft small pager">
          <span />
          <NextPage query={query} />
        </div>
      )}
    </Card>
  );
};

interface DeliveryProps {
  webhook: Webhook;
  entrega: Entrega;
}

const DeliveryDialog = ({ webhook, entrega: opened }: DeliveryProps) => {
  // Asks its order: an attempt may take the delivery out of the list on the page.
  const { data } = usePedido(opened.pedido_id, true);
  const evento = data?.eventos.find(({ id }) => id === opened.id);
  const entrega = evento?.entregas.find(({ webhook_id }) => webhook_id === webhook.id) ?? opened;
  return (
    <Dialog wide title={entrega.tipo}>
      <p className="row tight">
        <EntregaBadge entrega={entrega} />
        <code className="soft wrap-anywhere">{entrega.id}</code>
      </p>
      <Attempts entrega={entrega} />
      {entrega.ultimo_intento !== null && <ResponseView resultado={entrega.ultimo_intento} />}
      <RequestView entrega={entrega} webhook={webhook} />
    </Dialog>
  );
};

const Rows = ({ webhook, entregas }: { webhook: Webhook; entregas: readonly Entrega[] }) => {
  const { t } = useWords();
  return (
    <List
      columns={[
        t('hooks.event'),
        t('word.state'),
        { figures: t('hooks.attempts') },
        t('hooks.lastAttempt'),
      ]}
      withActions
    >
      {entregas.map((entrega) => (
        <Row key={entrega.id} webhook={webhook} entrega={entrega} />
      ))}
    </List>
  );
};

/** Says when the next attempt comes, never a time in the past: once it is due, its turn is near. */
const NextAttempt = ({ webhook, entrega }: DeliveryProps) => {
  const { t, format } = useWords();
  const now = useNow();
  const { proximo_intento: next } = entrega;
  const text = () => {
    if (!webhook.activo) return t('hooks.nextWhenOn');
    if (next === null) return t('hooks.nextAfter');
    if (new Date(next).getTime() <= now) return t('hooks.nextNow');
    return t('hooks.next', { when: format.ago(next, now), at: format.time(next) });
  };
  return <p className="soft small">{text()}</p>;
};

const Row = ({ webhook, entrega }: DeliveryProps) => {
  const { t } = useWords();
  const { href, path } = useRestaurant();
  const toast = useToast();
  const { open } = useDialogs();
  const { busy, send } = useChange(
    () => post(path('webhooks', webhook.id, 'reenvios'), { entrega: entrega.id }),
    {
      onDone: () => toast.done(t('hooks.resent')),
      onError: toast.failed,
    },
  );
  return (
    <tr data-estado={entrega.estado}>
      <td>
        <span className="chip code">{entrega.tipo}</span>{' '}
        <span className="soft small">
          <Moment iso={entrega.creado_en} seconds />
        </span>
        <br />
        <Link href={href(`/pedidos/${entrega.pedido_id}`)} className="small">
          {t('order.number', { n: entrega.pedido_numero })}
        </Link>
      </td>
      <td>
        <EntregaBadge entrega={entrega} />
        {entrega.estado === 'pendiente' && <NextAttempt webhook={webhook} entrega={entrega} />}
      </td>
      <td className="num" data-label={t('hooks.attempts')}>
        {entrega.intentos}
      </td>
      <td>{entrega.ultimo_intento !== null && <Outcome resultado={entrega.ultimo_intento} />}</td>
      <td className="actions">
        <span className="row tight">
          <Button
            small
            look="quiet"
            onClick={() => open(<DeliveryDialog webhook={webhook} entrega={entrega} />)}
          >
            {t('hooks.look')}
          </Button>
          <Button small busy={busy} onClick={() => send()}>
            {t('hooks.resend')}
          </Button>
        </span>
      </td>
    </tr>
  );
};
