import { useState } from 'react';
import { post } from '../../api/http.ts';
import { useRestaurantes } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import type { Rol, UsuarioInvitado } from '../../api/wire.ts';
import { reachableUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { Field, SearchField, Select } from '../../parts/field.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { RolSelect } from '../people/rol-select.tsx';

/** Stands for no restaurant. It has to be chosen explicitly, because an operator sees all of them. */
const OPERATOR = '*';

export const CreateUser = () => {
  const { t } = useWords();
  const [text, setText] = useState('');
  const restaurantes = useRestaurantes(useSettled(text.trim()));
  const [restaurante, setRestaurante] = useState('');
  const [rol, setRol] = useState<Rol>('propietaria');
  const create = useChange((form: FormData) =>
    post<UsuarioInvitado>('/operador/usuarios', {
      email: textIn(form, 'email'),
      operador: restaurante === OPERATOR,
      restaurantes: restaurante === OPERATOR ? [] : [{ id: restaurante, rol }],
    }),
  );
  /** Clears the choice, because it may not be among the restaurants found. */
  const search = (searched: string) => {
    setText(searched);
    setRestaurante('');
  };
  if (create.data !== undefined) return <ShowLink {...create.data} />;
  return (
    <FormDialog title={t('users.create')} change={create}>
      <Field label={t('login.email')} name="email" type="email" autoComplete="off" required />
      {(text !== '' || restaurantes.data?.siguiente != null) && (
        <SearchField label={t('restaurants.search')} value={text} onChange={search} />
      )}
      <Select
        label={t('users.sees')}
        note={t(restaurante === OPERATOR ? 'users.operatorNote' : 'users.restaurantNote')}
        required
        value={restaurante}
        options={[
          ['', t('users.chooseRestaurant')],
          ...(restaurantes.data?.datos ?? []).map(({ id, nombre }) => [id, nombre] as const),
          [OPERATOR, t('users.allRestaurants')],
        ]}
        onChange={(event) => setRestaurante(event.target.value)}
      />
      {restaurante !== OPERATOR && <RolSelect value={rol} onChange={setRol} />}
    </FormDialog>
  );
};

export const ShowLink = ({ usuario, enlace, expira_en }: UsuarioInvitado) => {
  const { t, format } = useWords();
  return (
    <ShowOnce
      title={t('users.linkTitle', { email: usuario.email })}
      warning={t('users.linkOnce', { when: format.dateTime(expira_en) })}
      done={t('users.linkSaved')}
    >
      <CopyBox text={reachableUrl(enlace)} label={t('word.link')} />
    </ShowOnce>
  );
};
