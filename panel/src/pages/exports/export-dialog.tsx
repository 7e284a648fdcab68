import { useWords } from '../../i18n/lang.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import type { Filter } from '../orders/filter/filter.ts';
import { ExportFailed } from './export-failed.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportProgress } from './export-progress.tsx';
import { useExport } from './use-export.ts';
import { VatMonths } from './vat-months.tsx';

/** Shows the form, then the progress, and what to do if the export failed. */
const ExportDialog = ({ filter }: { filter: Filter }) => {
  const { t } = useWords();
  const toast = useToast();
  const { close } = useDialogs();
  const { start, cancel, reset, wanted, state, progress, error } = useExport((how, name) => {
    toast.done(t(how === 'saved' ? 'export.done' : 'export.handedOver', { name }));
    close();
  });
  return (
    <Dialog title={t('export.title')} wide={state === 'idle'} sticky={state === 'downloading'}>
      {state === 'idle' || wanted === undefined ? (
        <>
          <VatMonths onStart={start} />
          <ExportForm filter={filter} onStart={start} />
        </>
      ) : state === 'downloading' ? (
        <ExportProgress wanted={wanted} progress={progress} onCancel={cancel} />
      ) : (
        <ExportFailed wanted={wanted} error={error} onStart={start} onBack={reset} />
      )}
    </Dialog>
  );
};

export default ExportDialog;
