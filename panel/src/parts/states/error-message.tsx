import { ApiError } from '../../api/http.ts';
import { useWords, type Words } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

/** The text of an error: in Spanish the server's own, else the translation of its code. */
export const errorText = (error: unknown, { lang, t, open }: Words): string => {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.codigo === 'demasiados_intentos' && error.retryAfterS !== null) {
    return t('error.wait', { n: Math.ceil(error.retryAfterS / 60) });
  }
  return lang === 'es' && error.status !== 0 && error.message !== ''
    ? error.message
    : open('error', error.codigo);
};

export const ErrorMessage = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const words = useWords();
  const offline = error instanceof ApiError && error.status === 0;
  return (
    <div className="trouble" role="alert">
      <Icon name={offline ? 'offline' : 'warning'} />
      <p className="grow">{errorText(error, words)}</p>
      {onRetry && (
        <Button small icon="refresh" onClick={onRetry}>
          {words.t('do.retry')}
        </Button>
      )}
    </div>
  );
};
