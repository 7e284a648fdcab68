import { useId } from 'react';
import type { Progress } from '../../api/download.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { useRestaurant } from '../../scope.tsx';
import { fileName, type Wanted } from './use-export.ts';

interface Props {
  wanted: Wanted;
  /** Null until the first bytes arrive. */
  progress: Progress | null;
  onCancel(): void;
}

export const ExportProgress = ({ wanted, progress, onCancel }: Props) => {
  const { t, format } = useWords();
  const { cuenta } = useRestaurant();
  const id = useId();
  const { tabla, formato, total } = wanted;
  // Each line of such a file is an order; nobody knows how many rows other files will have.
  const isCounted = tabla === 'pedidos' && formato === 'ndjson' && total !== null && total > 0;
  const done = isCounted ? Math.min(progress?.lines ?? 0, total) : undefined;
  const bytes = format.bytes(progress?.bytes ?? 0);
  return (
    <div className="stack">
      <p id={id} role="status">
        {t(progress === null ? 'export.preparing' : 'export.downloading', {
          name: fileName(wanted, cuenta.slug),
        })}
      </p>
      <progress className="download-bar" aria-labelledby={id} max={total ?? 1} value={done} />
      {progress !== null && (
        <p className="soft small">
          {isCounted
            ? t('export.counted', {
                bytes,
                done: format.number(done ?? 0),
                total: format.number(total),
              })
            : bytes}
        </p>
      )}
      <p className="soft small">{t('export.stay')}</p>
      <div className="row tight dialog-foot">
        <Button onClick={onCancel}>{t('do.cancel')}</Button>
      </div>
    </div>
  );
};
