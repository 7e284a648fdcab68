import { useUsuario } from '../../api/session.ts';
import { useSignOut } from '../../api/use-change.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { DialogHost } from '../../parts/dialogs/dialogs.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { Door } from '../login.tsx';
import { FactorsCard } from './factors-card.tsx';

/** All that somebody sees of whom an operator requires a second factor, until they have one. */
export default function FactorRequiredPage() {
  const { t } = useWords();
  const { email } = useUsuario();
  const toast = useToast();
  const { busy, send } = useSignOut('/sesion', toast.failed);
  return (
    <DialogHost>
      <Door title={t('factor.required')}>
        <p className="soft wrap-anywhere">{email}</p>
        <Hint tone="warn">{t('factor.requiredNote')}</Hint>
        <FactorsCard />
        <div className="row">
          <Button icon="out" busy={busy} onClick={() => send()}>
            {t('do.signOut')}
          </Button>
        </div>
      </Door>
    </DialogHost>
  );
}
