import { useLocation } from 'wouter';
import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { WebhookCreado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowSecret } from './show-secret.tsx';
import { hasEvents, URL_FIELD, WebhookFields, webhookIn } from './webhook-form.tsx';

export const CreateWebhook = () => {
  const { t } = useWords();
  const { href, path } = useRestaurant();
  const [, navigate] = useLocation();
  const create = useChange((form: FormData) =>
    post<WebhookCreado>(path('webhooks'), webhookIn(form)),
  );
  if (create.data !== undefined) {
    const { id: webhookId, secreto_firma } = create.data;
    const show = () => navigate(href(`/webhooks/${webhookId}`));
    return <ShowSecret title={t('act.webhook.creado')} secreto={secreto_firma} onDone={show} />;
  }
  return (
    <FormDialog
      title={t('hooks.create')}
      change={create}
      problem={(form) => (hasEvents(form) ? null : t('hooks.needEvent'))}
      explained={URL_FIELD}
      guide="webhooks"
    >
      <WebhookFields error={create.error} />
    </FormDialog>
  );
};
