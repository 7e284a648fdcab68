import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { post } from '../../api/http.ts';
import { useRefresh } from '../../api/queries.ts';
import type { Cuenta } from '../../api/wire.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Creates a restaurant and opens its page, which shows what it still needs. */
export const CreateRestaurant = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const [nombre, setNombre] = useState('');
  const [zona, setZona] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [moneda, setMoneda] = useState('EUR');
  const [ingesta, setIngesta] = useState(true);
  const create = useMutation({
    mutationFn: () =>
      post<{ cuenta: Cuenta }>('/operador/restaurantes', {
        nombre: nombre.trim(),
        zona_horaria: zona,
        moneda,
        ingesta,
      }),
    onSuccess: ({ cuenta }) => {
      refresh(['restaurantes']);
      refresh(['operador']);
      onClose();
      navigate(restaurantHref(cuenta.id));
    },
  });
  return (
    <FormDialog title={t('restaurants.create')} sending={create} onClose={onClose}>
      <Field
        label={t('restaurants.name')}
        required
        maxLength={200}
        pattern=".*\S.*"
        autoComplete="off"
        value={nombre}
        onChange={(event) => setNombre(event.target.value)}
      />
      <Field
        label={t('profile.zone')}
        required
        list="time-zones"
        autoComplete="off"
        value={zona}
        onChange={(event) => setZona(event.target.value)}
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
        checked={ingesta}
        onChange={(event) => setIngesta(event.target.checked)}
        title={t('restaurants.takes')}
        note={t('restaurants.takesNote')}
      />
    </FormDialog>
  );
};
