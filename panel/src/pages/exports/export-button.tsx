import { useWords } from '../../i18n/lang.ts';
import { lazyPart } from '../../lazy-part.ts';
import { Button } from '../../parts/button.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useMay } from '../../scope.tsx';
import type { Filter } from '../orders/filter/filter.ts';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));

/** Exports with the filters of its page. */
export const ExportButton = ({ filter }: { filter: Filter }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const may = useMay();
  if (!may('exportar')) return null;
  return (
    <Button icon="download" onClick={() => open(<ExportDialog filter={filter} />)}>
      {t('export.open')}
    </Button>
  );
};
