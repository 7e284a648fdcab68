import { useId } from 'react';
import { nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { useRestaurant } from '../../scope.tsx';
import { SOLD } from '../orders/filter/orders-href.ts';
import { monthOf, monthRange } from '../orders/local-day.ts';
import type { Wanted } from './use-export.ts';

/** Two quarters: VAT is declared by the quarter. */
const MONTHS = 6;

/** The VAT of one of the last months, with a single click. */
export const VatMonths = ({ onStart }: { onStart(wanted: Wanted): void }) => {
  const { t, format } = useWords();
  const { cuenta } = useRestaurant();
  const id = useId();
  const zone = cuenta.zona_horaria;
  const [current, ...past] = Array.from({ length: MONTHS }, (_, i) => monthOf(nowMs(), zone, i));
  const start = (mes: string) =>
    onStart({
      tabla: 'iva',
      formato: 'xlsx',
      when: mes,
      total: null,
      filtro: { estado: SOLD, fecha: 'factura', ...monthRange(mes, zone) },
    });
  return (
    <section className="stack tight" aria-labelledby={id}>
      <h3 id={id}>{t('export.vat')}</h3>
      <p className="soft small">{t('export.vatNote')}</p>
      <div className="vat-months">
        {past.map((mes) => (
          <Button key={mes} small onClick={() => start(mes)}>
            {format.month(mes)}
          </Button>
        ))}
        {current !== undefined && (
          <Button small onClick={() => start(current)}>
            {t('period.mes_actual')}
          </Button>
        )}
      </div>
    </section>
  );
};
