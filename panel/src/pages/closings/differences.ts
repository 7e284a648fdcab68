import type { CambioCierre } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';

type Contado = NonNullable<CambioCierre['antes']>;

/** A line for each thing that an order counts differently. */
export const useDifferences = () => {
  const { t, open, format } = useWords();
  const nothing = t('closings.nothing');
  const money = (cents: number | null): string => (cents === null ? nothing : format.money(cents));
  const paid = ({ cobros }: Contado): string =>
    cobros.length === 0
      ? nothing
      : cobros
          .map(({ metodo, cobrado_cents, reembolsado_cents, momento }) => {
            const amount = format.money(cobrado_cents - reembolsado_cents);
            return `${amount} ${open('pago', metodo)}, ${format.dateTime(momento)}`;
          })
          .join('; ');
  const rates = ({ iva_desglose }: Contado): string =>
    iva_desglose.length === 0
      ? nothing
      : iva_desglose
          .map(({ tipo_porcentaje: rate, base_cents, iva_cents }) => {
            return `${format.tenths(rate)} %: ${format.money(base_cents)} + ${format.money(iva_cents)}`;
          })
          .join('; ');
  const shown: [name: string, textOf: (counted: Contado) => string][] = [
    [t('caja.total'), ({ total_cents }) => money(total_cents)],
    [t('caja.discounts'), ({ descuento_cents }) => money(descuento_cents)],
    [t('caja.tips'), ({ propina_cents }) => money(propina_cents)],
    [t('caja.fees'), ({ tarifa_reparto_cents }) => money(tarifa_reparto_cents)],
    [t('caja.method'), ({ metodo }) => (metodo === null ? nothing : open('pago', metodo))],
    [t('caja.vat'), rates],
    [t('closings.invoice'), ({ factura_numero }) => factura_numero ?? nothing],
    [
      t('closings.invoiceDate'),
      ({ factura_fecha }) => (factura_fecha === null ? nothing : format.dateTime(factura_fecha)),
    ],
    [t('caja.payments'), paid],
  ];
  /** Of an order that counts for its payments alone, these. */
  const weight = (counted: Contado): string =>
    counted.total_cents === null ? paid(counted) : money(counted.total_cents);
  return ({ antes, despues }: CambioCierre): string[] => {
    if (despues === null) {
      return antes === null ? [] : [t('closings.gone', { money: weight(antes) })];
    }
    if (antes === null) return [t('closings.added', { money: weight(despues) })];
    return shown.flatMap(([name, textOf]) => {
      const [from, to] = [textOf(antes), textOf(despues)];
      return from === to ? [] : [t('closings.fromTo', { name, from, to })];
    });
  };
};
