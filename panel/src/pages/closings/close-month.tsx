import { useState } from 'react';
import { post } from '../../api/http.ts';
import type { Cierre } from '../../api/wire.ts';
import { nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { FECHAS, type Fecha } from '../caja/caja-range.ts';
import { monthOf } from '../orders/local-day.ts';
import { monthOfClosing } from './closing-parts.tsx';

const MONTHS = 24;

/** `again`: the closing that is to be superseded, of the same month and date. */
export const CloseMonth = ({ again }: { again?: Cierre }) => {
  const { t, format } = useWords();
  const { path, cuenta } = useRestaurant();
  const months = Array.from({ length: MONTHS }, (_, i) =>
    monthOf(nowMs(), cuenta.zona_horaria, i + 1),
  );
  const [mes, setMes] = useState(again ? monthOfClosing(again) : (months[0] ?? ''));
  const [fecha, setFecha] = useState<Fecha>(again?.fecha ?? 'creacion');
  const close = useAction(
    () => post<Cierre>(path('cierres'), { mes, fecha }),
    () => t('closings.done', { month: format.month(mes) }),
  );
  if (again) {
    return (
      <FormDialog title={t('closings.again')} change={close}>
        <p>{t('closings.againNote')}</p>
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t('closings.close')} change={close}>
      <p className="soft small">{t('closings.closeNote')}</p>
      <Select
        label={t('closings.month')}
        value={mes}
        options={months.map((each) => [each, format.month(each)] as const)}
        onChange={(event) => setMes(event.target.value)}
      />
      <Select
        label={t('caja.by')}
        value={fecha}
        options={FECHAS.map((each) => [each, t(`fecha.${each}`)] as const)}
        onChange={(event) => setFecha(event.target.value as Fecha)}
      />
    </FormDialog>
  );
};
