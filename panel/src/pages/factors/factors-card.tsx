import { del, post } from '../../api/http.ts';
import { useFactores } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import type { FactorCreado, Factores } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Load } from '../../parts/states/load.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { AddPasskey, AddTotp, ShowCodes } from './add-factor.tsx';
import { hasPasskeys } from './passkey.ts';

/** The second factors of the account. */
export const FactorsCard = () => {
  const { t } = useWords();
  const query = useFactores();
  return (
    <Card title={t('factor.title')} note={t('factor.note')}>
      <Load query={query}>{(factores) => <Factors factores={factores} />}</Load>
    </Card>
  );
};

const Factors = ({ factores: { passkeys, totp, codigos } }: { factores: Factores }) => {
  const { t, tn } = useWords();
  const { open } = useDialogs();
  const hasSome = totp || passkeys.length > 0;
  return (
    <div className="stack">
      {!hasPasskeys() && <Hint>{t('factor.noPasskeys')}</Hint>}
      <ul className="ruled plain-list">
        {passkeys.map(({ id, nombre, creada_en, usada_en }) => (
          <li key={id}>
            <p className="row spread">
              <span className="grow wrap-anywhere">{nombre}</span>
              <Button
                small
                look="danger"
                onClick={() => open(<RemoveFactor id={id} name={nombre} />)}
              >
                {t('do.delete')}
              </Button>
            </p>
            <p className="soft small">
              {t('factor.made')} <Moment iso={creada_en} /> · {t('account.seen')}{' '}
              <Ago iso={usada_en} />
            </p>
          </li>
        ))}
        {totp && (
          <li>
            <p className="row spread">
              <span className="grow">{t('factor.app')}</span>
              <Badge tone="good">{t('factor.on')}</Badge>
              <Button
                small
                look="danger"
                onClick={() => open(<RemoveFactor id={null} name={t('factor.app')} />)}
              >
                {t('do.delete')}
              </Button>
            </p>
          </li>
        )}
      </ul>
      <div className="row">
        {hasPasskeys() && (
          <Button icon="key" onClick={() => open(<AddPasskey />)}>
            {t('factor.addPasskey')}
          </Button>
        )}
        {!totp && (
          <Button icon="device" onClick={() => open(<AddTotp />)}>
            {t('factor.addApp')}
          </Button>
        )}
        {hasSome && (
          <Button look="quiet" onClick={() => open(<RenewCodes />)}>
            {t('factor.renew')}
          </Button>
        )}
      </div>
      {hasSome && <p className="soft small">{tn('factor.codesLeft', codigos)}</p>}
    </div>
  );
};

/** Also the session: it says whether its user has a factor. */
const EVERYTHING = {};

/** `id` is null for the codes of the app. */
const RemoveFactor = ({ id, name }: { id: string | null; name: string }) => {
  const { t } = useWords();
  const title = t('factor.removeTitle', { name });
  const remove = useAction<unknown>(
    () => (id === null ? del('/factores/totp') : post('/factores/passkeys/quitar', { id })),
    () => title,
    { affected: EVERYTHING },
  );
  return (
    <ConfirmDialog
      title={title}
      action={t('do.delete')}
      undo={t('factor.removeUndo')}
      change={remove}
    >
      <p>{t('factor.removeNote')}</p>
    </ConfirmDialog>
  );
};

const RenewCodes = () => {
  const { t } = useWords();
  const renew = useChange(() => post<FactorCreado>('/factores/codigos'));
  if (renew.data?.codigos) return <ShowCodes codes={renew.data.codigos} />;
  return (
    <ConfirmDialog title={t('factor.renew')} final={t('factor.renewFinal')} change={renew}>
      <p>{t('factor.renewNote')}</p>
    </ConfirmDialog>
  );
};
