import { useState } from 'react';
import { Link } from 'wouter';
import { useUsuario } from '../api/session.ts';
import { useWords } from '../i18n/lang.ts';
import { readStored, writeStored } from '../local-storage.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useScope } from '../scope.tsx';
import { useBrowser } from '../use-browser.ts';

/** Warnings that concern every page. */
export const Notices = () => {
  const { t } = useWords();
  const { cuenta } = useScope();
  const online = useBrowser(window, 'online offline', () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <div className="row tight small notice-bar">
          <Icon name="offline" size={16} />
          {t('notice.offline')}
        </div>
      )}
      {cuenta?.activo === false && (
        <div className="row tight small notice-bar">
          <Icon name="warning" size={16} />
          {t('notice.suspended')}
        </div>
      )}
      <FactorOffer />
    </div>
  );
};

const DISMISSED = 'factor.offer';

/** Operators and owners, whose accounts can do the most, are offered a second factor until they say no. */
const FactorOffer = () => {
  const { t } = useWords();
  const { id, operador, segundo_factor, restaurantes } = useUsuario();
  const [isDismissed, setDismissed] = useState(() => readStored(DISMISSED) === id);
  const isAsked = operador || restaurantes.some(({ rol }) => rol === 'propietaria');
  if (!isAsked || isDismissed || segundo_factor === 'si') return null;
  const dismiss = () => {
    writeStored(DISMISSED, id);
    setDismissed(true);
  };
  return (
    <div className="row tight small notice-bar">
      <Icon name="key" size={16} />
      <span className="grow">{t('factor.offer')}</span>
      <Link href="/cuenta">{t('factor.offerGo')}</Link>
      <Button small look="quiet" onClick={dismiss}>
        {t('factor.offerNo')}
      </Button>
    </div>
  );
};
