import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { post } from '../../api/http.ts';
import { restKey, restPath, useRefresh } from '../../api/queries.ts';
import { TIPOS_EVENTO } from '../../api/values.ts';
import type { WebhookCreado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';

export const CreateWebhook = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const [url, setUrl] = useState('');
  const [nombre, setNombre] = useState('');
  const [all, setAll] = useState(true);
  const [tipos, setTipos] = useState<readonly string[]>([]);
  const create = useMutation({
    mutationFn: () =>
      post<WebhookCreado>(restPath(id, '/webhooks'), {
        url: url.trim(),
        ...(nombre.trim() !== '' && { nombre: nombre.trim() }),
        eventos: all ? ['*'] : TIPOS_EVENTO.filter((tipo) => tipos.includes(tipo)),
      }),
    onSuccess: () => refresh(restKey(id)),
  });
  if (create.data !== undefined) return <ShowSecret webhook={create.data} onClose={onClose} />;
  const toggle = (tipo: string) =>
    setTipos((some) =>
      some.includes(tipo) ? some.filter((one) => one !== tipo) : [...some, tipo],
    );
  return (
    <FormDialog
      title={t('hooks.create')}
      sending={create}
      ready={url.trim() !== '' && (all || tipos.length > 0)}
      onClose={onClose}
    >
      <Field
        label={t('hooks.url')}
        note={t('hooks.urlNote')}
        type="url"
        placeholder="https://"
        required
        maxLength={2_048}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label={t('hooks.name')}
        maxLength={100}
        value={nombre}
        onChange={(event) => setNombre(event.target.value)}
      />
      <fieldset className="stack tight">
        <legend>{t('hooks.events')}</legend>
        <Choice
          type="radio"
          name="all"
          checked={all}
          onChange={() => setAll(true)}
          title={t('hooks.all')}
          note={t('hooks.allNote')}
        />
        <Choice
          type="radio"
          name="all"
          checked={!all}
          onChange={() => setAll(false)}
          title={t('hooks.some')}
        />
        {!all && (
          <div className="choices-2">
            {TIPOS_EVENTO.map((tipo) => (
              <Choice
                key={tipo}
                type="checkbox"
                checked={tipos.includes(tipo)}
                onChange={() => toggle(tipo)}
                title={<code>{tipo}</code>}
              />
            ))}
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
};

const ShowSecret = ({ webhook, onClose }: { webhook: WebhookCreado; onClose(): void }) => {
  const { t } = useWords();
  const { href } = useRestaurant();
  const [, navigate] = useLocation();
  return (
    <Dialog title={t('hooks.made')} sticky onClose={onClose}>
      <Hint tone="warn" icon="warning">
        {t('hooks.once')}
      </Hint>
      <CopyBox text={webhook.secreto_firma} label={t('hooks.secret')} />
      <p className="soft small">{t('hooks.verify')}</p>
      <div className="dialog-foot">
        <Button
          look="primary"
          onClick={() => {
            onClose();
            navigate(href(`/webhooks/${webhook.id}`));
          }}
        >
          {t('hooks.saved')}
        </Button>
      </div>
    </Dialog>
  );
};
