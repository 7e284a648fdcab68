import { useState } from 'react';
import { patch, post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { SecretoRotado, Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowSecret } from './show-secret.tsx';
import { hasEvents, URL_FIELD, WebhookFields, webhookIn } from './webhook-form.tsx';

interface Props {
  webhook: Webhook;
}

export const EditWebhook = ({ webhook }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const edit = useAction(
    (form) => patch<Webhook>(path('webhooks', webhook.id), webhookIn(form)),
    () => t('hooks.edited'),
  );
  return (
    <FormDialog
      title={t('hooks.edit')}
      action={t('do.save')}
      change={edit}
      problem={(form) => (hasEvents(form) ? null : t('hooks.needEvent'))}
      explained={URL_FIELD}
      guide="webhooks"
    >
      <WebhookFields webhook={webhook} error={edit.error} />
      <p className="soft small">{t('hooks.editNote')}</p>
    </FormDialog>
  );
};

const OVERLAPS = ['24', '72', '168', '0'] as const;

export const RotateSecret = ({ webhook }: Props) => {
  const { t, format } = useWords();
  const { path } = useRestaurant();
  const [hours, setHours] = useState<string>('24');
  const rotate = useChange(() =>
    post<SecretoRotado>(path('webhooks', webhook.id, 'secreto'), {
      solape_horas: Number(hours),
    }),
  );
  if (rotate.data !== undefined) {
    const { secreto_firma, anterior_hasta: until } = rotate.data;
    const note =
      until === null ? t('hooks.oldVoid') : t('hooks.oldUntil', { when: format.dateTime(until) });
    return <ShowSecret title={t('hooks.rotated')} secreto={secreto_firma} note={note} />;
  }
  return (
    <FormDialog
      title={t('hooks.rotateTitle')}
      action={t('hooks.rotate')}
      change={rotate}
      guide="rotation"
    >
      <p>{t('hooks.rotateNote')}</p>
      <Select
        label={t('hooks.overlap')}
        note={t(hours === '0' ? 'hooks.overlapNone' : 'hooks.overlapNote')}
        value={hours}
        options={OVERLAPS.map((each) => [each, t(`hours.${each}`)])}
        onChange={(event) => setHours(event.target.value)}
      />
    </FormDialog>
  );
};
