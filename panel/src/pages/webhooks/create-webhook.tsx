import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { post } from '../../api/http.ts';
import { restKey, restPath } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import type { WebhookCreado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowSecret } from './show-secret.tsx';
import { useWebhookForm, WebhookFields } from './webhook-form.tsx';

export const CreateWebhook = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const form = useWebhookForm();
  const create = useMutation({
    mutationFn: () => post<WebhookCreado>(restPath(id, '/webhooks'), form.values),
    onSuccess: () => refresh(restKey(id)),
  });
  if (create.data !== undefined) {
    const { id: webhookId, secreto_firma } = create.data;
    const close = () => {
      onClose();
      navigate(href(`/webhooks/${webhookId}`));
    };
    return <ShowSecret title={t('hooks.made')} secreto={secreto_firma} onClose={close} />;
  }
  return (
    <FormDialog
      title={t('hooks.create')}
      sending={create}
      problem={form.isComplete ? null : t('hooks.needEvent')}
      guide="webhooks"
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
};
