import { post } from '../../api/http.ts';
import { TIPOS } from '../../api/values.ts';
import type { Plazos } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Field } from '../../parts/field.tsx';
import { useMay, useRestaurant } from '../../scope.tsx';

const STEPS = ['aceptar', 'listo'] as const;
const MINUTES_MAX = 240;

/** Opens the deadlines of the kitchen, for those who may change them. */
export const DeadlinesButton = () => {
  const { t } = useWords();
  const { open } = useDialogs();
  const may = useMay();
  if (!may('ajustes')) return null;
  return (
    <Button icon="clock" onClick={() => open(<DeadlinesDialog />)}>
      {t('plazos.title')}
    </Button>
  );
};

const DeadlinesDialog = () => {
  const { t } = useWords();
  const { cuenta, path } = useRestaurant();
  const save = useAction(
    (form) => {
      const of = (tipo: keyof Plazos) => ({
        aceptar: Number(form.get(`${tipo}.aceptar`)),
        listo: Number(form.get(`${tipo}.listo`)),
      });
      return post(path('plazos'), Object.fromEntries(TIPOS.map((tipo) => [tipo, of(tipo)])));
    },
    () => t('plazos.saved'),
  );
  return (
    <FormDialog title={t('plazos.title')} action={t('do.save')} change={save}>
      <p>{t('plazos.note')}</p>
      {TIPOS.map((tipo) => (
        <div key={tipo} className="row date-range">
          {STEPS.map((step) => (
            <Field
              key={step}
              label={t(`plazos.${step}`, { tipo: t(`tipo.${tipo}`) })}
              name={`${tipo}.${step}`}
              type="number"
              required
              min={1}
              max={MINUTES_MAX}
              step={1}
              defaultValue={cuenta.plazos[tipo][step]}
            />
          ))}
        </div>
      ))}
    </FormDialog>
  );
};
