import { post } from '../../api/http.ts';
import { RANGOS, TABLAS_ENVIO } from '../../api/resources/deliveries.ts';
import { useChange } from '../../api/use-change.ts';
import type { EnlaceCreado } from '../../api/wire.ts';
import { reachableUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { FECHAS } from '../caja/caja-range.ts';
import { expiryAt, expiryOptions } from '../keys/create-key.tsx';

export const CreateLink = () => {
  const words = useWords();
  const { t } = words;
  const { path } = useRestaurant();
  const create = useChange((form: FormData) =>
    post<EnlaceCreado>(path('enlaces'), {
      nombre: textIn(form, 'nombre'),
      tabla: textIn(form, 'tabla'),
      rango: textIn(form, 'rango'),
      fecha: textIn(form, 'fecha'),
      estilo: textIn(form, 'estilo'),
      expira_en: expiryAt(textIn(form, 'days')),
    }),
  );
  if (create.data !== undefined) return <ShowLink {...create.data} />;
  return (
    <FormDialog title={t('links.create')} change={create}>
      <Field
        label={t('word.name')}
        note={t('links.nameNote')}
        name="nombre"
        required
        maxLength={100}
        pattern=".*\S.*"
      />
      <div className="fields-2">
        <Select
          label={t('export.table')}
          name="tabla"
          options={TABLAS_ENVIO.map((each) => [each, t(`tabla.${each}`)])}
        />
        <Select
          label={t('links.range')}
          name="rango"
          options={RANGOS.map((each) => [each, t(`rango.${each}`)])}
        />
        <Select
          label={t('caja.by')}
          name="fecha"
          options={FECHAS.map((each) => [each, t(`fecha.${each}`)])}
        />
        <Select
          label={t('links.style')}
          name="estilo"
          options={[
            ['programa', t('links.programa')],
            ['excel', t('links.excel')],
          ]}
        />
        <Select
          label={t('keys.expiry')}
          name="days"
          defaultValue="365"
          options={expiryOptions(words)}
        />
      </div>
    </FormDialog>
  );
};

const ShowLink = ({ enlace, url }: EnlaceCreado) => {
  const { t } = useWords();
  return (
    <ShowOnce
      title={t('links.made', { name: enlace.nombre })}
      warning={t('links.once')}
      done={t('keys.saved')}
    >
      <CopyBox text={reachableUrl(url)} label={t('word.link')} />
      <p className="soft small">{t('links.sheets')}</p>
    </ShowOnce>
  );
};
