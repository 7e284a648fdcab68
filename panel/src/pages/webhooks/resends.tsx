import { useReenvios } from '../../api/resources/webhooks.ts';
import type { Reenvio, Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Moment } from '../../parts/time.tsx';

const SHOWN = 5;

/** The resends of a webhook and their progress; nothing when there are none. */
export const Resends = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useWords();
  const { data } = useReenvios(webhook.id);
  const reenvios = data?.datos.slice(0, SHOWN) ?? [];
  if (reenvios.length === 0) return null;
  return (
    <Card title={t('hooks.resends')}>
      <ul className="ruled plain-list">
        {reenvios.map((reenvio) => (
          <Progress key={reenvio.id} reenvio={reenvio} />
        ))}
      </ul>
    </Card>
  );
};

const Progress = ({ reenvio }: { reenvio: Reenvio }) => {
  const { t, format } = useWords();
  const { creado_en, completo, eventos, revisados, encoladas, entregadas, fallidas } = reenvio;
  const ended = entregadas + fallidas;
  // The first half is finding what to send, the second half sending it.
  const found = eventos === 0 ? 1 : revisados / eventos;
  const sent = encoladas === 0 ? found : ended / encoladas;
  const ratio = completo ? 1 : Math.min(0.99, (found + sent) / 2);
  return (
    <li>
      <p className="row spread">
        <span>
          <Moment iso={creado_en} />
        </span>
        <Badge tone={completo ? (fallidas > 0 ? 'warn' : 'good') : 'info'}>
          {completo ? t('hooks.resendDone') : format.percent(ratio)}
        </Badge>
      </p>
      <div
        className="meter"
        role="progressbar"
        aria-valuenow={Math.round(ratio * 100)}
        aria-label={t('hooks.resends')}
      >
        <span style={{ width: `${ratio * 100}%` }} />
      </div>
      <p className="soft small">
        {t('hooks.resendCounts', {
          sent: format.number(entregadas),
          failed: format.number(fallidas),
          of: format.number(encoladas),
        })}
      </p>
    </li>
  );
};
