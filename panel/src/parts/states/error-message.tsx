import { ApiError } from '../../api/http.ts';
import { useWords, type Words } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

/** Codes that stand for many reasons: only the server's sentence says which. */
const NEEDS_REASON = new Set(['parametro_invalido', 'conflicto']);

/** The text of an error: in Spanish the server's own, else the translation of its code, which a reason in Spanish may follow. */
export const errorText = (error: unknown, { lang, t, open }: Words): string => {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.codigo === 'demasiados_intentos' && error.retryAfterS !== null) {
    return t('error.wait', { n: Math.ceil(error.retryAfterS / 60) });
  }
  if (lang === 'es' && error.status !== 0 && error.message !== '') return error.message;
  const text = open('error', error.codigo);
  return NEEDS_REASON.has(error.codigo) ? `${text} ${error.message}` : text;
};

interface Props {
  error: unknown;
  /** Another text than that of the error. */
  text?: string | undefined;
  onRetry?(): void;
}

export const ErrorMessage = ({ error, text, onRetry }: Props) => {
  const words = useWords();
  // The sign-in page follows and says so itself; after signing in, the message would be wrong.
  if (text === undefined && error instanceof ApiError && error.codigo === 'sesion_ausente') {
    return null;
  }
  const offline = error instanceof ApiError && error.status === 0;
  return (
    <div className="row trouble" role="alert">
      <Icon name={offline ? 'offline' : 'warning'} />
      <p className="grow">{text ?? errorText(error, words)}</p>
      {onRetry && (
        <Button small icon="refresh" onClick={onRetry}>
          {words.t('do.retry')}
        </Button>
      )}
    </div>
  );
};
