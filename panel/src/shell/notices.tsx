import { useWords } from '../i18n/lang.ts';
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
    </div>
  );
};
