import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { patch, post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { webhookPath } from '../../api/webhooks.ts';
import type { SecretoRotado, Webhook } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowSecret } from './show-secret.tsx';
import { useWebhookForm, WebhookFields } from './webhook-form.tsx';

interface Props {
  webhook: Webhook;
  onClose(): void;
}

export const EditWebhook = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const toast = useToast();
  const refresh = useRefresh();
  const form = useWebhookForm(webhook);
  const edit = useMutation({
    mutationFn: () => patch<Webhook>(webhookPath(id, webhook.id), form.values),
    onSuccess: () => {
      toast.done(t('hooks.edited'));
      onClose();
      refresh(restKey(id));
    },
  });
  return (
    <FormDialog
      title={t('hooks.edit')}
      action={t('hooks.save')}
      sending={edit}
      problem={form.isComplete ? null : t('hooks.needEvent')}
      guide="webhooks"
      onClose={onClose}
    >
      <WebhookFields form={form} />
      <p className="soft small">{t('hooks.editNote')}</p>
    </FormDialog>
  );
};

const OVERLAPS = ['24', '72', '168', '0'] as const;

export const RotateSecret = ({ webhook, onClose }: Props) => {
  const { t } = useWords();
  const format = useFormat();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const [hours, setHours] = useState<string>('24');
  const rotate = useMutation({
    mutationFn: () =>
      post<SecretoRotado>(webhookPath(id, webhook.id, '/secreto'), {
        solape_horas: Number(hours),
      }),
    onSuccess: () => refresh(restKey(id)),
  });
  if (rotate.data !== undefined) {
    const { secreto_firma, anterior_hasta: until } = rotate.data;
    const note =
      until === null ? t('hooks.oldVoid') : t('hooks.oldUntil', { when: format.dateTime(until) });
    return (
      <ShowSecret
        title={t('hooks.rotated')}
        secreto={secreto_firma}
        note={note}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('hooks.rotateTitle')}
      action={t('hooks.rotate')}
      sending={rotate}
      guide="rotation"
      onClose={onClose}
    >
      <p>{t('hooks.rotateNote')}</p>
      <Select
        label={t('hooks.overlap')}
        note={t(hours === '0' ? 'hooks.overlapNone' : 'hooks.overlapNote')}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      >
        {OVERLAPS.map((each) => (
          <option key={each} value={each}>
            {t(`solape.${each}`)}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
};
