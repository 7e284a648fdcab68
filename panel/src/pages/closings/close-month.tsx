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

/** `again`: the closing that is to be superseded. */
export const CloseMonth = ({ again }: { again?: Cierre }) => {
  const { t, format } = useWords();
  const { path, cuenta } = useRestaurant();
  const past = Array.from({ length: MONTHS }, (_, i) =>
    monthOf(nowMs(), cuenta.zona_horaria, i + 1),
  );
  const own = again === undefined ? undefined : monthOfClosing(again);
  const months = own === undefined || past.includes(own) ? past : [own, ...past];
  const [mes, setMes] = useState(own ?? past[0] ?? '');
  const [fecha, setFecha] = useState<Fecha>(again?.fecha ?? 'creacion');
  const close = useAction(
    () => post<Cierre>(path('cierres'), { mes, fecha }),
    () => t('closings.done', { month: format.month(mes) }),
  );
  return (
    <FormDialog title={t(again ? 'closings.again' : 'closings.close')} change={close}>
      <p className="soft small">{t(again ? 'closings.againNote' : 'closings.closeNote')}</p>
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
