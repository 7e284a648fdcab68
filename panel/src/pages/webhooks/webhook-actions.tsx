import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { Reenvio, Webhook } from '../../api/entrega.ts';
import { del, post } from '../../api/http.ts';
import { restKey, useRefresh } from '../../api/queries.ts';
import { webhookPath } from '../../api/webhooks.ts';
import { nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select } from '../../parts/field.tsx';
import { Hint } from '../../parts/states.tsx';
import { useSay } from '../../parts/toast.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useRestaurant } from '../../scope.tsx';

interface Props {
  webhook: Webhook;
  onClose(): void;
}

export const DeleteWebhook = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const say = useSay();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = async () => {
    await del(webhookPath(id, webhook.id));
    say.done(t('hooks.deleted'));
    navigate(href('/webhooks'), { replace: true });
    // Only the list: what was asked about the webhook itself no longer has an answer.
    await client.invalidateQueries({ queryKey: restKey(id, 'webhooks'), exact: true });
  };
  return (
    <Confirm
      title={t('hooks.deleteTitle', { name: webhook.nombre ?? webhook.id })}
      undo={t('hooks.deleteUndo')}
      reversible={false}
      action={t('hooks.delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('hooks.deleteNote')}</p>
      <p className="wrap-anywhere">
        <code>{webhook.url}</code>
      </p>
    </Confirm>
  );
};

export const TurnOn = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const say = useSay();
  const refresh = useRefresh();
  const turnOn = async () => {
    await post(webhookPath(id, webhook.id, '/activar'));
    say.done(t('hooks.turnedOn'));
    await refresh(restKey(id));
  };
  return (
    <Confirm
      title={t('hooks.turnOn')}
      undo={t('hooks.turnOnUndo')}
      reversible
      action={t('hooks.turnOn')}
      onConfirm={turnOn}
      onClose={onClose}
    >
      <p>{t('hooks.turnOnNote')}</p>
    </Confirm>
  );
};

export const TurnOff = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const say = useSay();
  const refresh = useRefresh();
  const turnOff = async () => {
    await post(webhookPath(id, webhook.id, '/desactivar'));
    say.done(t('hooks.turnedOff'));
    await refresh(restKey(id));
  };
  return (
    <Confirm
      title={t('hooks.turnOff')}
      undo={t('hooks.turnOffUndo')}
      reversible
      action={t('hooks.turnOff')}
      onConfirm={turnOff}
      onClose={onClose}
    >
      <p>{t('hooks.turnOffNote')}</p>
    </Confirm>
  );
};

const HOUR_MS = 3_600_000;
const SPANS = ['1', '6', '24', '168', '720'] as const;

export const ResendSince = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const say = useSay();
  const refresh = useRefresh();
  const [hours, setHours] = useState<(typeof SPANS)[number]>('1');
  const resend = useMutation({
    mutationFn: () =>
      post<Reenvio>(webhookPath(id, webhook.id, '/reenvios'), {
        desde: new Date(nowMs() - Number(hours) * HOUR_MS).toISOString(),
      }),
    onSuccess: async () => {
      say.done(t('hooks.resent'));
      onClose();
      await refresh(restKey(id, 'webhooks'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.mutate();
  };
  return (
    <Dialog title={t('hooks.since')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>{t('hooks.sinceNote')}</p>
        <Select
          label={t('hooks.sinceWhen')}
          value={hours}
          onChange={(event) => setHours(event.target.value as typeof hours)}
        >
          {SPANS.map((span) => (
            <option key={span} value={span}>
              {t(`span.${span}`)}
            </option>
          ))}
        </Select>
        <Hint tone="warn" icon="warning">
          {t('hooks.sinceUndo')}
        </Hint>
        {resend.error !== null && <Trouble error={resend.error} />}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('do.cancel')}</Button>
          <Button look="primary" type="submit" busy={resend.isPending}>
            {t('hooks.since')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
