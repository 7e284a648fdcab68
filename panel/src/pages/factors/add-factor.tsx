import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SESION } from '../../api/client.ts';
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
  const client = useQueryClient();
  const { close } = useDialogs();
  return (
    <ShowOnce
      // Only now: a page that waited for the factor goes away with this dialog.
      onDone={() => {
        close();
        void client.invalidateQueries({ queryKey: SESION });
      }}
      title={t('factor.codes')}
      warning={t('factor.codesOnce')}
      done={t('factor.codesSaved')}
    >
      <CopyBox text={codes.join('\n')} label={t('factor.codes')} />
    </ShowOnce>
  );
};

const useAdded = () => {
  const { t } = useWords();
  const { close } = useDialogs();
  const toast = useToast();
  const client = useQueryClient();
  return ({ codigos }: FactorCreado) => {
    if (codigos !== null) return;
    void client.invalidateQueries({ queryKey: SESION });
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
    { onDone: useAdded() },
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
    { onDone: useAdded() },
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
