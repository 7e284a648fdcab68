import type { Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';

/** The totals of an order, line by line; `className` says whether on the page or on paper. */
export const OrderTotals = ({
  totales,
  className,
}: {
  totales: Pedido['totales'];
  className: string;
}) => {
  const { t, format } = useWords();
  const money = (cents: number) => format.money(cents, totales.moneda);
  const lines = [
    [t('order.subtotal'), totales.subtotal_cents],
    [t('order.discount'), -totales.descuento_cents],
    [t('order.fee'), totales.tarifa_reparto_cents],
    [t('order.tip'), totales.propina_cents],
  ] as const;
  return (
    <dl className={className}>
      {lines
        .filter(([, cents], i) => i === 0 || cents !== 0)
        .map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(cents)}</dd>
          </div>
        ))}
      <div className="total">
        <dt>{t('word.total')}</dt>
        <dd>{money(totales.total_cents)}</dd>
      </div>
      {totales.iva_desglose.map(({ tipo_porcentaje, base_cents, iva_cents }) => (
        <div key={tipo_porcentaje} className="vat">
          <dt>{t('order.vat', { n: format.number(tipo_porcentaje), base: money(base_cents) })}</dt>
          <dd>{money(iva_cents)}</dd>
        </div>
      ))}
    </dl>
  );
};
