import { useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { TIPOS_EVENTO } from '../../api/values.ts';
import type { Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';

const COMPLETE = /^\s*https?:\/\/[^/\s]+/i;
/** The pointer by which the server names the address. */
export const URL_FIELD = '/url';
const EVERYTHING: readonly string[] = ['*', 'pedido.*'];

/** The values of the fields below, as the server takes them. */
export const webhookIn = (form: FormData) => ({
  url: textIn(form, 'url'),
  nombre: textIn(form, 'nombre') || null,
  eventos: form.get('events') === 'all' ? ['*'] : form.getAll('tipo'),
});

export const hasEvents = (form: FormData): boolean => webhookIn(form).eventos.length > 0;

/** Address, name and events of a webhook, new or not. */
export const WebhookFields = ({ webhook, error }: { webhook?: Webhook; error: unknown }) => {
  const { t } = useWords();
  const eventos = webhook?.eventos ?? EVERYTHING;
  const [all, setAll] = useState(eventos.some((one) => EVERYTHING.includes(one)));
  const [isIncomplete, setIncomplete] = useState(false);
  const isRefused = error instanceof ApiError && error.campo === URL_FIELD;
  return (
    <>
      <Field
        label={t('word.address')}
        note={t('hooks.urlNote')}
        name="url"
        type="url"
        placeholder="https://"
        required
        maxLength={2_048}
        defaultValue={webhook?.url}
        wrong={isIncomplete ? t('hooks.urlWrong') : isRefused && t('hooks.urlRefused')}
        onInvalid={() => setIncomplete(true)}
        onBlur={({ target: { value } }) => setIncomplete(value !== '' && !COMPLETE.test(value))}
      />
      <Field
        label={t('hooks.name')}
        name="nombre"
        maxLength={100}
        defaultValue={webhook?.nombre ?? ''}
      />
      <fieldset className="stack tight">
        <legend>{t('hooks.events')}</legend>
        <Choice
          type="radio"
          name="events"
          value="all"
          checked={all}
          onChange={() => setAll(true)}
          title={t('hooks.all')}
          note={t('hooks.allNote')}
        />
        <Choice
          type="radio"
          name="events"
          value="some"
          checked={!all}
          onChange={() => setAll(false)}
          title={t('hooks.some')}
        />
        <div className="choices-2" hidden={all}>
          {TIPOS_EVENTO.map((tipo) => (
            <Choice
              key={tipo}
              type="checkbox"
              name="tipo"
              value={tipo}
              defaultChecked={eventos.includes(tipo)}
              title={<code>{tipo}</code>}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
};
