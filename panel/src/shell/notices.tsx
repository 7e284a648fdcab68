import { useEffect, useState } from 'react';
import type { Cuenta } from '../api/wire.ts';
import { useWords } from '../i18n/lang.tsx';
import { Icon } from '../parts/icon.tsx';

const useOnline = (): boolean => {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return online;
};

/** Warnings that concern every page. */
export const Notices = ({ cuenta }: { cuenta: Cuenta | null }) => {
  const { t } = useWords();
  const online = useOnline();
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
    </div>
  );
};
