import { useLocation } from 'wouter';
import { del, post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useChange } from '../../api/use-change.ts';
import type { Reenvio, Webhook } from '../../api/wire.ts';
import { HOUR_MS, nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Select } from '../../parts/field.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { webhookName } from './webhook-parts.tsx';

interface Props {
  webhook: Webhook;
}

export const DeleteWebhook = ({ webhook }: Props) => {
  const { t } = useWords();
  const { id, href, path } = useRestaurant();
  const toast = useToast();
  const [, navigate] = useLocation();
  const remove = useChange(() => del(path('webhooks', webhook.id)), {
    onDone() {
      toast.done(t('act.webhook.eliminado'));
      navigate(href('/webhooks'), { replace: true });
    },
    // Only the list: queries about the deleted webhook would get a 404.
    affected: { queryKey: restKey(id, 'webhooks'), exact: true },
  });
  return (
    <ConfirmDialog
      title={t('hooks.deleteTitle', { name: webhookName(webhook) })}
      final={t('hooks.deleteUndo')}
      action={t('do.delete')}
      change={remove}
    >
      <p>{t('hooks.deleteNote')}</p>
      <p className="wrap-anywhere">
        <code>{webhook.url}</code>
      </p>
    </ConfirmDialog>
  );
};

const TURNS = {
  on: ['activar', 'hooks.turnedOn', 'hooks.turnOn', 'hooks.turnOnUndo', 'hooks.turnOnNote'],
  off: ['desactivar', 'hooks.turnedOff', 'hooks.turnOff', 'hooks.turnOffUndo', 'hooks.turnOffNote'],
} as const;

export const TurnWebhook = ({ to, webhook }: Props & { to: keyof typeof TURNS }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const [act, done, action, undo, note] = TURNS[to];
  const turn = useAction(
    () => post(path('webhooks', webhook.id, act)),
    () => t(done),
  );
  return (
    <ConfirmDialog title={t(action)} undo={t(undo)} change={turn}>
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};

const SPANS = ['1', '6', '24', '168', '720'] as const;

export const ResendSince = ({ webhook }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const resend = useAction(
    (form) =>
      post<Reenvio>(path('webhooks', webhook.id, 'reenvios'), {
        desde: new Date(nowMs() - Number(form.get('hours')) * HOUR_MS).toISOString(),
      }),
    () => t('hooks.resent'),
  );
  return (
    <FormDialog title={t('hooks.since')} change={resend}>
      <p>{t('hooks.sinceNote')}</p>
      <Select
        label={t('hooks.sinceWhen')}
        name="hours"
        options={SPANS.map((span) => [span, t(`hours.${span}`)])}
      />
      <Hint tone="warn">{t('hooks.sinceUndo')}</Hint>
    </FormDialog>
  );
};
