import { useState } from 'react';
import { post } from '../../api/http.ts';
import { TABLAS_ENVIO } from '../../api/resources/deliveries.ts';
import { useChange } from '../../api/use-change.ts';
import type { EnvioProgramado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { FECHAS } from '../caja/caja-range.ts';
import { type Clase, DestinationFields, destinationIn } from './destination-fields.tsx';

const FILES = ['caja', 'iva', 'pagos', 'items'] as const;
type File = (typeof FILES)[number];

const queIn = (form: FormData, lang: 'es' | 'en') => {
  const file = textIn(form, 'file') as File;
  const fecha = textIn(form, 'fecha');
  if (file === 'caja') return { clase: 'caja', fecha, idioma: lang };
  const formato = textIn(form, 'formato');
  return {
    ...{ clase: 'tabla', tabla: file, fecha, idioma: lang },
    formato: formato === 'xlsx' ? 'xlsx' : 'csv',
    estilo: formato === 'csv_excel' ? 'excel' : 'programa',
  };
};

export const CreateDelivery = ({ hasMail }: { hasMail: boolean }) => {
  const { t, lang } = useWords();
  const { path } = useRestaurant();
  const { close } = useDialogs();
  const [file, setFile] = useState<File>('caja');
  const [clase, setClase] = useState<Clase>(hasMail ? 'correo' : 'sftp');
  const create = useChange(
    (form: FormData) =>
      post<EnvioProgramado>(path('envios'), {
        nombre: textIn(form, 'nombre'),
        que: queIn(form, lang),
        cuando: { cada: textIn(form, 'cada'), a_las: textIn(form, 'a_las') },
        ...destinationIn(form, clase),
      }),
    { onDone: close },
  );
  return (
    <FormDialog title={t('deliveries.create')} change={create}>
      <Field
        label={t('word.name')}
        note={t('deliveries.nameNote')}
        name="nombre"
        required
        maxLength={100}
        pattern=".*\S.*"
      />
      <div className="fields-2">
        <Select
          label={t('deliveries.what')}
          name="file"
          value={file}
          onChange={(event) => setFile(event.target.value as File)}
          options={[
            ['caja', t('caja.title')],
            ...TABLAS_ENVIO.map((each) => [each, t(`tabla.${each}`)] as const),
          ]}
        />
        {file !== 'caja' && (
          <Select
            label={t('export.format')}
            name="formato"
            options={[
              ['xlsx', t('formato.xlsx')],
              ['csv_excel', t('formato.csv_excel')],
              ['csv', t('formato.csv')],
            ]}
          />
        )}
        <Select
          label={t('caja.by')}
          name="fecha"
          options={FECHAS.map((each) => [each, t(`fecha.${each}`)])}
        />
        <Select
          label={t('deliveries.when')}
          name="cada"
          options={(['dia', 'semana', 'mes'] as const).map((each) => [each, t(`after.${each}`)])}
        />
        <Field
          label={t('deliveries.time')}
          name="a_las"
          type="time"
          required
          defaultValue="07:00"
        />
        <Select
          label={t('deliveries.where')}
          value={clase}
          onChange={(event) => setClase(event.target.value as Clase)}
          options={[
            ...(hasMail ? ([['correo', t('login.email')]] as const) : []),
            ['sftp', 'SFTP'],
            ['s3', t('deliveries.s3')],
          ]}
        />
      </div>
      {!hasMail && <p className="soft small">{t('deliveries.mailOff')}</p>}
      <DestinationFields clase={clase} />
    </FormDialog>
  );
};
