import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/http.ts';
import { restKey, restPath } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { ALCANCES } from '../../api/values.ts';
import type { Alcance, LlaveCreada } from '../../api/wire.ts';
import { DAY_MS, nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Choice, Field, Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ShowToken } from './key-parts.tsx';

export const ExpiryOptions = () => {
  const { t } = useWords();
  return ['', '30', '90', '365'].map((n) => (
    <option key={n} value={n}>
      {n === '' ? t('keys.noExpiry') : t('keys.inDays', { n })}
    </option>
  ));
};

export const expiryAt = (days: string): string | null =>
  days === '' ? null : new Date(nowMs() + Number(days) * DAY_MS).toISOString();

export const CreateKey = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const [nombre, setNombre] = useState('');
  const [etiqueta, setEtiqueta] = useState<'live' | 'test'>('live');
  const [alcances, setAlcances] = useState<readonly Alcance[]>(['pedidos.leer']);
  const [days, setDays] = useState('');
  const create = useMutation({
    mutationFn: () =>
      post<LlaveCreada>(restPath(id, '/llaves'), {
        nombre: nombre.trim(),
        etiqueta,
        // In the order of the list, not of the clicks.
        alcances: ALCANCES.filter((alcance) => alcances.includes(alcance)),
        expira_en: expiryAt(days),
      }),
    onSuccess: () => refresh(restKey(id)),
  });
  if (create.data !== undefined) return <ShowToken {...create.data} onClose={onClose} />;
  const toggle = (alcance: Alcance) =>
    setAlcances((all) =>
      all.includes(alcance) ? all.filter((one) => one !== alcance) : [...all, alcance],
    );
  return (
    <FormDialog
      title={t('keys.create')}
      sending={create}
      problem={alcances.length === 0 ? t('keys.needScope') : null}
      guide="keys"
      onClose={onClose}
    >
      <Field
        label={t('keys.name')}
        note={t('keys.nameNote')}
        required
        maxLength={100}
        pattern=".*\S.*"
        value={nombre}
        onChange={(event) => setNombre(event.target.value)}
      />
      <fieldset className="stack tight">
        <legend>{t('keys.scopes')}</legend>
        {ALCANCES.map((alcance) => (
          <Choice
            key={alcance}
            type="checkbox"
            checked={alcances.includes(alcance)}
            onChange={() => toggle(alcance)}
            title={<code>{alcance}</code>}
            note={t(`scope.${alcance}`)}
          />
        ))}
      </fieldset>
      <div className="fields-2">
        <Select
          label={t('keys.label')}
          note={t('keys.labelNote')}
          value={etiqueta}
          onChange={(event) => setEtiqueta(event.target.value as 'live' | 'test')}
        >
          <option value="live">live</option>
          <option value="test">test</option>
        </Select>
        <Select
          label={t('keys.expiry')}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          <ExpiryOptions />
        </Select>
      </div>
    </FormDialog>
  );
};
