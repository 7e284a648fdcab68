import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/http.ts';
import { restKey, restPath } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { useWords } from '../../i18n/lang.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { wallHour } from '../orders/local-day.ts';

const HOURS = Array.from({ length: 13 }, (_, hour) => hour);

/** Shows and changes the hour at which the panel's day begins. */
export const DayCut = () => {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t('home.cut', { hour: wallHour(cuenta.corte) })}
      </button>
      {open && <CutDialog onClose={() => setOpen(false)} />}
    </>
  );
};

const CutDialog = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const { id, cuenta } = useRestaurant();
  const refresh = useRefresh();
  const [corte, setCorte] = useState(cuenta.corte);
  const save = useMutation({
    mutationFn: () => post(restPath(id, '/ajustes'), { corte }),
    onSuccess: () => {
      refresh(restKey(id));
      onClose();
    },
  });
  return (
    <FormDialog title={t('home.cutTitle')} action={t('do.save')} sending={save} onClose={onClose}>
      <p>{t('home.cutNote')}</p>
      <Select
        label={t('home.cutHour')}
        note={t('home.cutApi')}
        value={corte}
        onChange={(event) => setCorte(Number(event.target.value))}
      >
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {wallHour(hour)}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
};
