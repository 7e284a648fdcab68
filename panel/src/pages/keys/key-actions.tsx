import { post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { Llave, LlaveRotada } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { expiryAt, expiryOptions } from './create-key.tsx';
import { ShowToken } from './key-parts.tsx';

/** The buttons of a valid key. */
export const KeyActions = ({ llave, small = false }: { llave: Llave; small?: boolean }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  return (
    <>
      <Button small={small} onClick={() => open(<RotateKey llave={llave} />)}>
        {t('keys.rotate')}
      </Button>
      <Button small={small} look="danger" onClick={() => open(<RevokeKey llave={llave} />)}>
        {t('keys.revoke')}
      </Button>
    </>
  );
};

const RevokeKey = ({ llave }: { llave: Llave }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const revoke = useAction(
    () => post(path('llaves', llave.id, 'revocar')),
    () => t('keys.revoked', { name: llave.nombre }),
  );
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: llave.nombre })}
      final={t('keys.revokeUndo')}
      action={t('keys.revoke')}
      change={revoke}
    >
      <p>{t('keys.revokeNote')}</p>
      <p>
        <code>{llave.muestra}</code>
      </p>
    </ConfirmDialog>
  );
};

/** In hours. */
const GRACES = ['0', '1', '24', '168'] as const;
const KEEP = 'keep';

const RotateKey = ({ llave }: { llave: Llave }) => {
  const words = useWords();
  const { t, format } = words;
  const { path } = useRestaurant();
  const rotate = useChange((form: FormData) => {
    const days = textIn(form, 'days');
    return post<LlaveRotada>(path('llaves', llave.id, 'rotar'), {
      gracia_s: Number(form.get('grace')) * 3_600,
      ...(days !== KEEP && { expira_en: expiryAt(days) }),
    });
  });
  if (rotate.data !== undefined) {
    const when = format.dateTime(rotate.data.anterior_expira_en);
    return <ShowToken {...rotate.data} note={t('keys.oldUntil', { when })} />;
  }
  return (
    <FormDialog
      title={t('keys.rotateTitle', { name: llave.nombre })}
      action={t('keys.rotate')}
      change={rotate}
    >
      <p>{t('keys.rotateNote')}</p>
      <div className="fields-2">
        <Select
          label={t('keys.grace')}
          name="grace"
          defaultValue="24"
          options={GRACES.map((hours) => [hours, t(`hours.${hours}`)])}
        />
        <Select
          label={t('keys.newExpiry')}
          name="days"
          options={[[KEEP, t('keys.sameExpiry')], ...expiryOptions(words)]}
        />
      </div>
    </FormDialog>
  );
};
