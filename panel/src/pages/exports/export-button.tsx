import { Suspense, useState } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { lazyPart } from '../../lazy-part.ts';
import { Button } from '../../parts/button.tsx';
import type { Filter } from '../orders/filter/filter.ts';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));

/** Exports with the filters of its page. */
export const ExportButton = ({ filter }: { filter: Filter }) => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog filter={filter} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
