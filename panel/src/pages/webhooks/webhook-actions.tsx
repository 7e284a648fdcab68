import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { del, post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { webhookPath } from '../../api/webhooks.ts';
import type { Reenvio, Webhook } from '../../api/wire.ts';
import { HOUR_MS, nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Select } from '../../parts/field.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { webhookName } from './webhook-name.ts';

interface Props {
  webhook: Webhook;
  onClose(): void;
}

export const DeleteWebhook = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const toast = useToast();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = async () => {
    await del(webhookPath(id, webhook.id));
    toast.done(t('hooks.deleted'));
    navigate(href('/webhooks'), { replace: true });
    // Only the list: queries about the deleted webhook would get a 404.
    await client.invalidateQueries({ queryKey: restKey(id, 'webhooks'), exact: true });
  };
  return (
    <ConfirmDialog
      title={t('hooks.deleteTitle', { name: webhookName(webhook) })}
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
    </ConfirmDialog>
  );
};

const TURNS = {
  on: ['activar', 'hooks.turnedOn', 'hooks.turnOn', 'hooks.turnOnUndo', 'hooks.turnOnNote'],
  off: ['desactivar', 'hooks.turnedOff', 'hooks.turnOff', 'hooks.turnOffUndo', 'hooks.turnOffNote'],
} as const;

export const TurnWebhook = ({ to, webhook, onClose }: Props & { to: keyof typeof TURNS }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const toast = useToast();
  const refresh = useRefresh();
  const [path, done, action, undo, note] = TURNS[to];
  const turn = async () => {
    await post(webhookPath(id, webhook.id, `/${path}`));
    toast.done(t(done));
    refresh(restKey(id));
  };
  return (
    <ConfirmDialog
      title={t(action)}
      undo={t(undo)}
      reversible
      action={t(action)}
      onConfirm={turn}
      onClose={onClose}
    >
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};

const SPANS = ['1', '6', '24', '168', '720'] as const;

export const ResendSince = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const toast = useToast();
  const refresh = useRefresh();
  const [hours, setHours] = useState<(typeof SPANS)[number]>('1');
  const resend = useMutation({
    mutationFn: () =>
      post<Reenvio>(webhookPath(id, webhook.id, '/reenvios'), {
        desde: new Date(nowMs() - Number(hours) * HOUR_MS).toISOString(),
      }),
    onSuccess: () => {
      toast.done(t('hooks.resent'));
      onClose();
      refresh(restKey(id, 'webhooks'));
    },
  });
  return (
    <FormDialog title={t('hooks.since')} sending={resend} onClose={onClose}>
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
    </FormDialog>
  );
};
