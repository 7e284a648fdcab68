import { useSalud } from '../../api/resources/webhooks.ts';
import type { Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge, Chips } from '../../parts/badge.tsx';

/** The webhook's name, or the host that it sends to. */
export const webhookName = ({ nombre, url }: Pick<Webhook, 'nombre' | 'url'>): string =>
  nombre ?? new URL(url).host;

/** The events of a webhook, with `*` in words. */
export const EventChips = ({ eventos }: { eventos: readonly string[] }) => {
  const { t } = useWords();
  return <Chips words={eventos.map((evento) => (evento === '*' ? t('hooks.all') : evento))} />;
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
