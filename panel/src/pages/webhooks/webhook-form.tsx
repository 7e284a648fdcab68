import { useState } from 'react';
import { TIPOS_EVENTO } from '../../api/values.ts';
import type { Webhook } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Choice, Field } from '../../parts/field.tsx';

const EVERYTHING: readonly string[] = ['*', 'pedido.*'];

/** Address, name and events of a webhook, new or not. */
export const useWebhookForm = (webhook?: Webhook) => {
  const isAll = (webhook?.eventos ?? EVERYTHING).some((one) => EVERYTHING.includes(one));
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [nombre, setNombre] = useState(webhook?.nombre ?? '');
  const [all, setAll] = useState(isAll);
  const [tipos, setTipos] = useState<readonly string[]>(isAll ? [] : (webhook?.eventos ?? []));
  const toggle = (tipo: string) =>
    setTipos((some) =>
      some.includes(tipo) ? some.filter((one) => one !== tipo) : [...some, tipo],
    );
  return {
    url,
    setUrl,
    nombre,
    setNombre,
    all,
    setAll,
    tipos,
    toggle,
    isComplete: all || tipos.length > 0,
    values: {
      url: url.trim(),
      nombre: nombre.trim() === '' ? null : nombre.trim(),
      eventos: all ? ['*'] : TIPOS_EVENTO.filter((tipo) => tipos.includes(tipo)),
    },
  };
};

export const WebhookFields = ({ form }: { form: ReturnType<typeof useWebhookForm> }) => {
  const { t } = useWords();
  return (
    <>
      <Field
        label={t('hooks.url')}
        note={t('hooks.urlNote')}
        type="url"
        placeholder="https://"
        required
        maxLength={2_048}
        value={form.url}
        onChange={(event) => form.setUrl(event.target.value)}
      />
      <Field
        label={t('hooks.name')}
        maxLength={100}
        value={form.nombre}
        onChange={(event) => form.setNombre(event.target.value)}
      />
      <fieldset className="stack tight">
        <legend>{t('hooks.events')}</legend>
        <Choice
          type="radio"
          name="all"
          checked={form.all}
          onChange={() => form.setAll(true)}
          title={t('hooks.all')}
          note={t('hooks.allNote')}
        />
        <Choice
          type="radio"
          name="all"
          checked={!form.all}
          onChange={() => form.setAll(false)}
          title={t('hooks.some')}
        />
        {!form.all && (
          <div className="choices-2">
            {TIPOS_EVENTO.map((tipo) => (
              <Choice
                key={tipo}
                type="checkbox"
                checked={form.tipos.includes(tipo)}
                onChange={() => form.toggle(tipo)}
                title={<code>{tipo}</code>}
              />
            ))}
          </div>
        )}
      </fieldset>
    </>
  );
};
