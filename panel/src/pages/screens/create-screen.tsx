import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/http.ts';
import { restKey, restPath } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import { CLASES } from '../../api/values.ts';
import type { ClasePantalla, PantallaCreada } from '../../api/wire.ts';
import { reachableUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { QrCode } from './qr.tsx';

export const CreateScreen = ({ onClose }: { onClose(): void }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const [nombre, setNombre] = useState('');
  const [clase, setClase] = useState<ClasePantalla>('cocina');
  const create = useMutation({
    mutationFn: () =>
      post<PantallaCreada>(restPath(id, '/pantallas'), { nombre: nombre.trim(), clase }),
    onSuccess: () => refresh(restKey(id)),
  });
  if (create.data !== undefined) return <ShowLink {...create.data} onClose={onClose} />;
  return (
    <FormDialog title={t('screens.create')} sending={create} onClose={onClose}>
      <Field
        label={t('screens.name')}
        note={t('screens.nameNote')}
        required
        maxLength={100}
        pattern=".*\S.*"
        value={nombre}
        onChange={(event) => setNombre(event.target.value)}
      />
      <fieldset className="stack tight">
        <legend>{t('screens.shows')}</legend>
        {CLASES.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="clase"
            checked={clase === each}
            onChange={() => setClase(each)}
            title={t(`clase.${each}`)}
            note={t(each === 'cocina' ? 'screens.cocinaNote' : 'screens.tableroNote')}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
};

const ShowLink = ({ pantalla, enlace, onClose }: PantallaCreada & { onClose(): void }) => {
  const { t } = useWords();
  const link = reachableUrl(enlace);
  return (
    <ShowOnce
      title={t('screens.made', { name: pantalla.nombre })}
      warning={t('screens.once')}
      done={t('screens.done')}
      onClose={onClose}
    >
      <QrCode text={link} label={t('screens.code')} />
      <CopyBox text={link} label={t('screens.link')} />
      <p className="soft small">{t('screens.privacy')}</p>
      {!isSecureContext && <p className="soft small">{t('screens.stayOn')}</p>}
    </ShowOnce>
  );
};
