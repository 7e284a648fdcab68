import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import { useWords } from '../../i18n/lang.ts';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { wallHour } from '../orders/local-day.ts';

const HOURS = Array.from({ length: 13 }, (_, hour) => hour);

/** Shows and changes the hour at which the panel's day begins. */
export const DayCut = () => {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const { open } = useDialogs();
  return (
    <button type="button" className="link" onClick={() => open(<CutDialog />)}>
      {t('home.cut', { hour: wallHour(cuenta.corte) })}
    </button>
  );
};

const CutDialog = () => {
  const { t } = useWords();
  const { cuenta, path } = useRestaurant();
  const { close } = useDialogs();
  const save = useChange(
    (form: FormData) => post(path('ajustes'), { corte: Number(form.get('corte')) }),
    { onDone: close },
  );
  return (
    <FormDialog title={t('home.cutTitle')} action={t('do.save')} change={save}>
      <p>{t('home.cutNote')}</p>
      <Select
        label={t('home.cutHour')}
        note={t('home.cutApi')}
        name="corte"
        defaultValue={cuenta.corte}
        options={HOURS.map((hour) => [hour, wallHour(hour)])}
      />
    </FormDialog>
  );
};
