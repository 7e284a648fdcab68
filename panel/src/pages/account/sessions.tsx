import { del } from '../../api/http.ts';
import { pathOf } from '../../api/paths.ts';
import { useSesiones } from '../../api/queries.ts';
import { useChange, useSignOut } from '../../api/use-change.ts';
import type { SesionAbierta } from '../../api/wire.ts';
import { browserName } from '../../browser-name.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Ago, Moment } from '../../parts/time.tsx';

/** Where somebody is signed in, and the way to end that. */
export const Sessions = () => {
  const { t } = useWords();
  const query = useSesiones();
  const { open } = useDialogs();
  return (
    <Card
      title={t('account.sessions')}
      actions={
        <Button small look="danger" onClick={() => open(<SignOutEverywhere />)}>
          {t('account.everywhere')}
        </Button>
      }
    >
      <Load query={query}>
        {({ datos }) => (
          <ul className="ruled plain-list">
            {datos.map((sesion) => (
              <Session key={sesion.id} sesion={sesion} />
            ))}
          </ul>
        )}
      </Load>
    </Card>
  );
};

const Session = ({ sesion }: { sesion: SesionAbierta }) => {
  const { t } = useWords();
  const toast = useToast();
  const { id, agente, red, creada_en, vista_en, actual } = sesion;
  const device = browserName(agente);
  const { busy, send } = useChange(() => del(pathOf(['sesiones', id])), {
    onDone: () => toast.done(t('account.ended', { device })),
    onError: toast.failed,
  });
  return (
    <li>
      <p className="row spread">
        <span className="grow wrap-anywhere">{device}</span>
        {actual ? (
          <Badge tone="good">{t('account.here')}</Badge>
        ) : (
          <Button
            small
            busy={busy}
            aria-label={t('account.endOf', { device })}
            onClick={() => send()}
          >
            {t('account.end')}
          </Button>
        )}
      </p>
      <p className="soft small">
        {t('account.since')} <Moment iso={creada_en} /> · {t('account.seen')} <Ago iso={vista_en} />{' '}
        · {t('account.network', { network: red })}
      </p>
    </li>
  );
};

const SignOutEverywhere = () => {
  const { t } = useWords();
  const change = useSignOut('/sesiones');
  return (
    <ConfirmDialog
      title={t('account.everywhere')}
      undo={t('account.everywhereUndo')}
      change={change}
    >
      <p>{t('account.everywhereNote')}</p>
    </ConfirmDialog>
  );
};
