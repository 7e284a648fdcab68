import type { Destino } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../parts/field.tsx';

export type Clase = Destino['clase'];

/** Where the fields below lead, and the secret of it, as the server takes them. */
export const destinationIn = (form: FormData, clase: Clase) => {
  const text = (name: string) => textIn(form, name);
  if (clase === 'correo') return { destino: { clase, para: text('para') }, secreto: null };
  const secreto = String(form.get('secreto') ?? '');
  if (clase === 's3') {
    const { url, region, cubo, prefijo, clave } = {
      url: text('url').replace(/\/$/, ''),
      region: text('region'),
      cubo: text('cubo'),
      prefijo: text('prefijo'),
      clave: text('clave'),
    };
    return { destino: { clase, url, region, cubo, prefijo, clave }, secreto };
  }
  const destino = {
    ...{ clase, host: text('host'), puerto: Number(text('puerto')), usuario: text('usuario') },
    ...{ carpeta: text('carpeta'), huella: text('huella') },
  };
  return { destino, secreto };
};

export const DestinationFields = ({ clase }: { clase: Clase }) => {
  const { t } = useWords();
  if (clase === 'correo') {
    return <Field label={t('login.email')} name="para" type="email" required maxLength={254} />;
  }
  if (clase === 's3') {
    return (
      <div className="fields-2">
        <Field label={t('word.address')} name="url" type="url" placeholder="https://" required />
        <Field label={t('deliveries.region')} name="region" required defaultValue="eu-west-1" />
        <Field label={t('deliveries.bucket')} name="cubo" required />
        <Field label={t('deliveries.prefix')} name="prefijo" placeholder="comanda/" />
        <Field label={t('deliveries.keyId')} name="clave" required autoComplete="off" />
        <Secret label={t('deliveries.secretKey')} />
      </div>
    );
  }
  return (
    <>
      <div className="fields-2">
        <Field label={t('deliveries.host')} name="host" required maxLength={253} />
        <Field
          label={t('deliveries.port')}
          name="puerto"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={22}
        />
        <Field label={t('deliveries.user')} name="usuario" required autoComplete="off" />
        <Field label={t('deliveries.folder')} name="carpeta" placeholder="comanda" />
        <Secret label={t('deliveries.password')} />
      </div>
      <Field
        label={t('deliveries.hostKey')}
        note={t('deliveries.hostKeyNote')}
        name="huella"
        placeholder="SHA256:"
        pattern="SHA256:[A-Za-z0-9+\/]{43}"
      />
    </>
  );
};

const Secret = ({ label }: { label: string }) => (
  <Field label={label} name="secreto" type="password" required autoComplete="new-password" />
);
