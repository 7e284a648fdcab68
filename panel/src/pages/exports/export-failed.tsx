import { ApiError } from '../../api/http.ts';
import { type Key, useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import type { Wanted } from './use-export.ts';

interface Props {
  wanted: Wanted;
  error: unknown;
  onStart(wanted: Wanted): void;
  onBack(): void;
}

/** Says why there is no file, and offers what to do next. */
export const ExportFailed = ({ wanted, error, onStart, onBack }: Props) => {
  const { t } = useWords();
  const reason = reasonOf(error);
  const isLarge = reason === 'export.tooMany';
  return (
    <div className="stack">
      <ErrorMessage error={error} text={reason === null ? undefined : t(reason)} />
      <div className="row tight dialog-foot">
        <Button onClick={onBack}>{t('export.back')}</Button>
        <Button
          look="primary"
          icon={isLarge ? 'download' : 'refresh'}
          onClick={() => onStart(isLarge ? { ...wanted, formato: 'csv' } : wanted)}
        >
          {t(isLarge ? 'export.asCsv' : 'do.retry')}
        </Button>
      </div>
    </div>
  );
};

/** The text of an error that only exports have; null for any other. */
const reasonOf = (error: unknown): Key | null => {
  if (!(error instanceof ApiError)) return null;
  const { codigo, validValues } = error;
  if (codigo === 'limite_alcanzado') return 'export.busy';
  if (codigo === 'exportacion_cortada' || codigo === 'sesion_ausente') return 'export.cut';
  // Only the format was refused: another one would do.
  const isLarge = codigo === 'parametro_invalido' && Array.isArray(validValues);
  return isLarge && validValues.includes('csv') ? 'export.tooMany' : null;
};
