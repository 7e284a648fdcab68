import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/http.ts';
import { restKey, restPath } from '../../api/paths.ts';
import { useRefresh } from '../../api/queries.ts';
import type { Llave, LlaveRotada } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { ExpiryOptions, expiryAt } from './create-key.tsx';
import { ShowToken } from './key-parts.tsx';

interface Props {
  llave: Llave;
  onClose(): void;
}

export const RevokeKey = ({ llave, onClose }: Props) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const toast = useToast();
  const revoke = async () => {
    await post(restPath(id, `/llaves/${encodeURIComponent(llave.id)}/revocar`));
    toast.done(t('keys.revoked', { name: llave.nombre }));
    refresh(restKey(id));
  };
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: llave.nombre })}
      undo={t('keys.revokeUndo')}
      reversible={false}
      action={t('keys.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('keys.revokeNote')}</p>
      <p>
        <code>{llave.muestra}</code>
      </p>
    </ConfirmDialog>
  );
};

const GRACES = ['0', '3600', '86400', '604800'] as const;
const KEEP = 'keep';

export const RotateKey = ({ llave, onClose }: Props) => {
  const { t } = useWords();
  const format = useFormat();
  const { id } = useRestaurant();
  const refresh = useRefresh();
  const [grace, setGrace] = useState('86400');
  const [days, setDays] = useState<string>(KEEP);
  const rotate = useMutation({
    mutationFn: () =>
      post<LlaveRotada>(restPath(id, `/llaves/${encodeURIComponent(llave.id)}/rotar`), {
        gracia_s: Number(grace),
        ...(days !== KEEP && { expira_en: expiryAt(days) }),
      }),
    onSuccess: () => refresh(restKey(id)),
  });
  if (rotate.data !== undefined) {
    const when = format.dateTime(rotate.data.anterior_expira_en);
    return <ShowToken {...rotate.data} note={t('keys.oldUntil', { when })} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('keys.rotateTitle', { name: llave.nombre })}
      action={t('keys.rotate')}
      sending={rotate}
      onClose={onClose}
    >
      <p>{t('keys.rotateNote')}</p>
      <div className="fields-2">
        <Select
          label={t('keys.grace')}
          value={grace}
          onChange={(event) => setGrace(event.target.value)}
        >
          {GRACES.map((seconds) => (
            <option key={seconds} value={seconds}>
              {t(`grace.${seconds}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('keys.newExpiry')}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          <option value={KEEP}>{t('keys.sameExpiry')}</option>
          <ExpiryOptions />
        </Select>
      </div>
    </FormDialog>
  );
};
