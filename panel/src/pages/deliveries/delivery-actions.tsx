import { useLocation } from 'wouter';
import { del, post } from '../../api/http.ts';
import { useChange } from '../../api/use-change.ts';
import type { EnvioProgramado, PruebaEnvio } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Hint } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { whereOf } from './schedule-card.tsx';

interface Props {
  envio: EnvioProgramado;
}

/** Sends a small file now, and says how that went. */
export const TestDelivery = ({ envio }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const test = useChange(() => post<PruebaEnvio>(path('envios', envio.id, 'prueba')));
  const { data } = test;
  return (
    <FormDialog title={t('deliveries.test')} change={test}>
      <p className="wrap-anywhere">{t('deliveries.testNote', { where: whereOf(envio) })}</p>
      {data?.ok === true && <Hint tone="good">{t('deliveries.testDone')}</Hint>}
      {data != null && data.fallo !== null && (
        <Hint tone="bad">
          {t(`run.fallo.${data.fallo}`)}
          {data.detalle !== null && data.detalle !== '' && `: ${data.detalle}`}
        </Hint>
      )}
    </FormDialog>
  );
};

export const TurnDelivery = ({ envio: { id, nombre: name, activo } }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const turn = useAction(
    () => post(path('envios', id, activo ? 'pausar' : 'reanudar')),
    () => t(activo ? 'deliveries.pausedDone' : 'deliveries.resumedDone', { name }),
  );
  return (
    <ConfirmDialog
      title={t(activo ? 'deliveries.pauseTitle' : 'deliveries.resumeTitle', { name })}
      undo={t('deliveries.turnUndo')}
      action={t(activo ? 'deliveries.pause' : 'deliveries.resume')}
      change={turn}
    >
      <p>{t(activo ? 'deliveries.pauseNote' : 'deliveries.resumeNote')}</p>
    </ConfirmDialog>
  );
};

export const DeleteDelivery = ({ envio: { id, nombre: name } }: Props) => {
  const { t } = useWords();
  const { path, href } = useRestaurant();
  const { close } = useDialogs();
  const [, navigate] = useLocation();
  const remove = useChange(() => del(path('envios', id)), {
    onDone: () => {
      close();
      navigate(href('/envios'), { replace: true });
    },
  });
  return (
    <ConfirmDialog
      title={t('deliveries.deleteTitle', { name })}
      final={t('deliveries.deleteUndo')}
      action={t('do.delete')}
      change={remove}
    >
      <p>{t('deliveries.deleteNote')}</p>
    </ConfirmDialog>
  );
};
