import { useQuery } from '@tanstack/react-query';
import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { FactorCreado, PasskeyOfrecida, TotpOfrecido } from '../../api/wire.ts';
import { browserName } from '../../browser-name.ts';
import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Field } from '../../parts/field.tsx';
import { Load } from '../../parts/states/load.tsx';
import { QrCode } from '../screens/qr.tsx';
import { makePasskey } from './passkey.ts';

/** Recovery codes come with the first factor, and are shown once. */
export const ShowCodes = ({ codes }: { codes: readonly string[] }) => {
  const { t } = useWords();
  return (
    <ShowOnce
      title={t('factor.codes')}
      warning={t('factor.codesOnce')}
      done={t('factor.codesSaved')}
    >
      <CopyBox text={codes.join('\n')} label={t('factor.codes')} />
    </ShowOnce>
  );
};

/** The session says whether its user has a factor. */
export const ALSO_SESSION = {};

const useAdded = () => {
  const { t } = useWords();
  const { close } = useDialogs();
  const toast = useToast();
  return ({ codigos }: FactorCreado) => {
    if (codigos !== null) return;
    toast.done(t('factor.added'));
    close();
  };
};

export const AddPasskey = () => {
  const { t } = useWords();
  const add = useChange(
    async (form: FormData) => {
      const { reto, opciones } = await post<PasskeyOfrecida>('/factores/passkeys/oferta');
      const passkey = await makePasskey(opciones);
      const nombre = textIn(form, 'nombre');
      return post<FactorCreado>('/factores/passkeys', { reto, nombre, passkey });
    },
    { onDone: useAdded(), affected: ALSO_SESSION },
  );
  if (add.data?.codigos) return <ShowCodes codes={add.data.codigos} />;
  return (
    <FormDialog title={t('factor.addPasskey')} change={add}>
      <p>{t('factor.passkeyNote')}</p>
      <Field
        label={t('factor.name')}
        name="nombre"
        maxLength={100}
        defaultValue={browserName(navigator.userAgent)}
        required
      />
    </FormDialog>
  );
};

export const AddTotp = () => {
  const { t } = useWords();
  const offer = useQuery({
    queryKey: ['totp', 'oferta'],
    queryFn: () => post<TotpOfrecido>('/factores/totp/oferta'),
    // Each secret is offered once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const add = useChange(
    (form: FormData) =>
      post<FactorCreado>('/factores/totp', {
        reto: offer.data?.reto ?? '',
        codigo: textIn(form, 'codigo'),
      }),
    { onDone: useAdded(), affected: ALSO_SESSION },
  );
  if (add.data?.codigos) return <ShowCodes codes={add.data.codigos} />;
  return (
    <FormDialog title={t('factor.addApp')} change={add}>
      <Load query={offer}>
        {({ secreto, uri }) => (
          <div className="stack">
            <p>{t('factor.scan')}</p>
            <QrCode text={uri} label={t('factor.qr')} />
            <CopyBox text={secreto} label={t('factor.secret')} />
          </div>
        )}
      </Load>
      <Field
        label={t('factor.code')}
        name="codigo"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  );
};
