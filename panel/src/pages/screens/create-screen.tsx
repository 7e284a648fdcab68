import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import { CLASES } from '../../api/values.ts';
import type { PantallaCreada } from '../../api/wire.ts';
import { reachableUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { QrCode } from './qr.tsx';

export const CreateScreen = () => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const create = useChange((form: FormData) =>
    post<PantallaCreada>(path('pantallas'), {
      nombre: textIn(form, 'nombre'),
      clase: textIn(form, 'clase'),
    }),
  );
  if (create.data !== undefined) return <ShowLink {...create.data} />;
  return (
    <FormDialog title={t('screens.create')} change={create}>
      <Field
        label={t('word.name')}
        note={t('screens.nameNote')}
        name="nombre"
        required
        maxLength={100}
        pattern=".*\S.*"
      />
      <fieldset className="stack tight">
        <legend>{t('screens.shows')}</legend>
        {CLASES.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="clase"
            value={each}
            defaultChecked={each === 'cocina'}
            title={t(`clase.${each}`)}
            note={t(each === 'cocina' ? 'screens.cocinaNote' : 'screens.tableroNote')}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
};

const ShowLink = ({ pantalla, enlace }: PantallaCreada) => {
  const { t } = useWords();
  const link = reachableUrl(enlace);
  return (
    <ShowOnce
      title={t('screens.made', { name: pantalla.nombre })}
      warning={t('screens.once')}
      done={t('screens.done')}
    >
      <QrCode text={link} label={t('screens.code')} />
      <CopyBox text={link} label={t('word.link')} />
      <p className="soft small">{t('screens.privacy')}</p>
      {!isSecureContext && <p className="soft small">{t('screens.stayOn')}</p>}
    </ShowOnce>
  );
};
