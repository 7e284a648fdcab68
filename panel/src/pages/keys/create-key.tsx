import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import { ALCANCES } from '../../api/values.ts';
import type { LlaveCreada } from '../../api/wire.ts';
import { DAY_MS, nowMs } from '../../clock.ts';
import { useWords, type Words } from '../../i18n/lang.ts';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field, Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowToken } from './key-parts.tsx';

/** In how many days a key expires. */
export const expiryOptions = ({ t }: Words) =>
  ['', '30', '90', '365'].map(
    (n) => [n, t(n === '' ? 'keys.noExpiry' : 'keys.inDays', { n })] as const,
  );

export const expiryAt = (days: string): string | null =>
  days === '' ? null : new Date(nowMs() + Number(days) * DAY_MS).toISOString();

export const CreateKey = () => {
  const words = useWords();
  const { t } = words;
  const { path } = useRestaurant();
  const create = useChange((form: FormData) =>
    post<LlaveCreada>(path('llaves'), {
      nombre: textIn(form, 'nombre'),
      etiqueta: textIn(form, 'etiqueta'),
      alcances: form.getAll('alcances'),
      expira_en: expiryAt(textIn(form, 'days')),
    }),
  );
  if (create.data !== undefined) return <ShowToken {...create.data} />;
  return (
    <FormDialog
      title={t('keys.create')}
      change={create}
      problem={(form) => (form.has('alcances') ? null : t('keys.needScope'))}
      guide="keys"
    >
      <Field
        label={t('word.name')}
        note={t('keys.nameNote')}
        name="nombre"
        required
        maxLength={100}
        pattern=".*\S.*"
      />
      <fieldset className="stack tight">
        <legend>{t('keys.scopes')}</legend>
        {ALCANCES.map((alcance) => (
          <Choice
            key={alcance}
            type="checkbox"
            name="alcances"
            value={alcance}
            defaultChecked={alcance === 'pedidos.leer'}
            title={<code>{alcance}</code>}
            note={t(`scope.${alcance}`)}
          />
        ))}
      </fieldset>
      <div className="fields-2">
        <Select
          label={t('keys.label')}
          note={t('keys.labelNote')}
          name="etiqueta"
          options={['live', 'test'].map((label) => [label, label])}
        />
        <Select label={t('keys.expiry')} name="days" options={expiryOptions(words)} />
      </div>
    </FormDialog>
  );
};
