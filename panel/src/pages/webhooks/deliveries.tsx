import { useState } from 'react';
import { Link } from 'wouter';
import { post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { ESTADOS_ENTREGA } from '../../api/values.ts';
import { useEntregas, useSalud, webhookPath } from '../../api/webhooks.ts';
import type { Entrega, EstadoEntrega, Webhook } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CsvButton, tableOf } from '../../parts/csv-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Segments } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { NextPage } from '../../parts/states/next-page.tsx';
import { Empty, Hint, Skeleton } from '../../parts/states/states.tsx';
import { Moment, useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { Attempts, EntregaBadge, Outcome, RequestView, ResponseView } from './delivery-parts.tsx';

export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const { t, tn } = useWords();
  const { id } = useRestaurant();
  const queued = useSalud(id, webhook.id)?.por_empezar ?? 0;
  const [estado, setEstado] = useState<EstadoEntrega | ''>('');
  const [looking, setLooking] = useState<Entrega | null>(null);
  const query = useEntregas(id, webhook.id, estado);
  const entregas = query.data?.pages.flatMap(({ datos }) => datos) ?? [];
  return (
    <Card
      flush
      title={t('hooks.log')}
      note={t('hooks.logNote')}
      actions={
        <>
          <CsvButton name={t('hooks.log')} rows={tableOf(entregas)} />
          <Segments
            label={t('hooks.logFilter')}
            value={estado}
            options={[
              ['', t('word.allF')],
              ...ESTADOS_ENTREGA.map((one) => [one, t(`entrega.${one}`)] as const),
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
      {query.error !== null && !query.isFetchNextPageError && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div className="pad">
          <Skeleton lines={4} />
        </div>
      )}
      {query.data !== undefined && entregas.length === 0 && (
        <Empty icon="hook" title={t('hooks.noLog')} />
      )}
      {entregas.length > 0 && <Rows webhook={webhook} entregas={entregas} onLook={setLooking} />}
      {query.hasNextPage && (
        <div className="pager">
          <span />
          <NextPage query={query} />
        </div>
      )}
      {looking !== null && (
        <Dialog wide title={looking.tipo} onClose={() => setLooking(null)}>
          <p className="row tight">
            <EntregaBadge estado={looking.estado} />
            <code className="soft wrap-anywhere">{looking.id}</code>
          </p>
          <Attempts entrega={looking} />
          {looking.ultimo_intento !== null && <ResponseView resultado={looking.ultimo_intento} />}
          <RequestView entrega={looking} webhook={webhook} />
        </Dialog>
      )}
    </Card>
  );
};

const Rows = ({
  webhook,
  entregas,
  onLook,
}: {
  webhook: Webhook;
  entregas: readonly Entrega[];
  onLook(entrega: Entrega): void;
}) => {
  const { t } = useWords();
  return (
    <List
      columns={[
        t('hooks.event'),
        t('keys.state'),
        { figures: t('hooks.attempts') },
        t('hooks.lastAttempt'),
      ]}
      withActions
    >
      {entregas.map((entrega) => (
        <Row key={entrega.id} webhook={webhook} entrega={entrega} onLook={onLook} />
      ))}
    </List>
  );
};

/** Says when the next attempt comes, never a time in the past: once it is due, its turn is near. */
const NextAttempt = ({ webhook, entrega }: { webhook: Webhook; entrega: Entrega }) => {
  const { t } = useWords();
  const format = useFormat();
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

const Row = ({
  webhook,
  entrega,
  onLook,
}: {
  webhook: Webhook;
  entrega: Entrega;
  onLook(entrega: Entrega): void;
}) => {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const toast = useToast();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await post(webhookPath(id, webhook.id, '/reenvios'), { entrega: entrega.id });
      toast.done(t('hooks.resent'));
      refresh(restKey(id, 'webhooks'));
    } catch (error) {
      toast.failed(error);
    }
    setBusy(false);
  };
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
        <EntregaBadge estado={entrega.estado} />
        {entrega.estado === 'pendiente' && <NextAttempt webhook={webhook} entrega={entrega} />}
      </td>
      <td className="num" data-label={t('hooks.attempts')}>
        {entrega.intentos}
      </td>
      <td>{entrega.ultimo_intento !== null && <Outcome resultado={entrega.ultimo_intento} />}</td>
      <td className="actions">
        <span className="row tight">
          <Button small look="quiet" onClick={() => onLook(entrega)}>
            {t('hooks.look')}
          </Button>
          <Button small busy={busy} onClick={() => void resend()}>
            {t('hooks.resend')}
          </Button>
        </span>
      </td>
    </tr>
  );
};
