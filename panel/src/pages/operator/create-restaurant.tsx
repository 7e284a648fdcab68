import { useState } from 'react';
import { useLocation } from 'wouter';
import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { Cuenta } from '../../api/wire.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Creates a restaurant and opens its page, which shows what it still needs. */
export const CreateRestaurant = () => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [moneda, setMoneda] = useState('EUR');
  const create = useChange(
    (form: FormData) =>
      post<{ cuenta: Cuenta }>('/operador/restaurantes', {
        nombre: textIn(form, 'nombre'),
        zona_horaria: textIn(form, 'zona'),
        moneda,
        ingesta: form.has('ingesta'),
      }),
    { onDone: ({ cuenta }) => navigate(restaurantHref(cuenta.id)) },
  );
  return (
    <FormDialog title={t('restaurants.create')} change={create}>
      <Field
        label={t('word.name')}
        name="nombre"
        required
        maxLength={200}
        pattern=".*\S.*"
        autoComplete="off"
      />
      <Field
        label={t('profile.zone')}
        name="zona"
        required
        list="time-zones"
        autoComplete="off"
        defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
      <datalist id="time-zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        label={t('restaurants.currency')}
        required
        pattern="[A-Z]{3}"
        maxLength={3}
        autoComplete="off"
        value={moneda}
        onChange={(event) => setMoneda(event.target.value.toUpperCase())}
      />
      <Choice
        type="checkbox"
        name="ingesta"
        defaultChecked
        title={t('restaurants.takes')}
        note={t('restaurants.takesNote')}
      />
    </FormDialog>
  );
};
