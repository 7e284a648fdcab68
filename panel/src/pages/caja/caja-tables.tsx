import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import type { CajaRange } from './caja-range.ts';
import { useFigureHref } from './caja-tiles.tsx';

interface Of {
  caja: Caja;
}
interface OfRange extends Of {
  range: CajaRange;
}

type Row = readonly [name: ReactNode, ...figures: string[]];

/** A table that stays one on a phone: names on the left, figures on the right, the most important one last. */
const FigureTable = ({
  columns,
  rows,
  sum,
}: {
  columns: readonly string[];
  rows: readonly (readonly [key: string | number, row: Row])[];
  sum?: Row;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone with large letters
  <div className="figures-scroll" tabIndex={0}>
    <table className="figures">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, row]) => (
          <FigureRow key={key} row={row} />
        ))}
      </tbody>
      {sum !== undefined && (
        <tfoot>
          <FigureRow row={sum} />
        </tfoot>
      )}
    </table>
  </div>
);

const FigureRow = ({ row: [name, ...figures] }: { row: Row }) => (
  <tr>
    <th scope="row">{name}</th>
    {figures.map((figure, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
      <td key={i}>{figure}</td>
    ))}
  </tr>
);

const named = (name: string, href: string | null): ReactNode =>
  href === null ? name : <Link href={href}>{name}</Link>;

export const SalesByMethod = ({ caja: { ventas }, range }: OfRange) => {
  const { t, open, format } = useWords();
  const hrefOf = useFigureHref(range);
  return (
    <Card title={t('caja.sales')} note={t('caja.salesNote')}>
      <FigureTable
        columns={[t('caja.method'), t('caja.count'), t('caja.total')]}
        rows={ventas.por_metodo.map(({ metodo, pedidos, total_cents }) => [
          metodo,
          [
            named(open('pago', metodo), hrefOf({ metodo_pago: metodo })),
            format.number(pedidos),
            format.money(total_cents),
          ],
        ])}
        sum={[t('caja.total'), format.number(ventas.pedidos), format.money(ventas.total_cents)]}
      />
    </Card>
  );
};

export const SalesByType = ({ caja: { ventas }, range }: OfRange) => {
  const { t, format } = useWords();
  const hrefOf = useFigureHref(range);
  return (
    <Card title={t('caja.types')}>
      <FigureTable
        columns={[t('caja.type'), t('caja.count'), t('caja.total')]}
        rows={ventas.por_tipo.map(({ tipo, pedidos, total_cents }) => [
          tipo,
          [
            named(t(`tipo.${tipo}`), hrefOf({ tipo })),
            format.number(pedidos),
            format.money(total_cents),
          ],
        ])}
      />
    </Card>
  );
};

export const Payments = ({ caja: { cobros } }: Of) => {
  const { t, open, format } = useWords();
  const row = (name: string, amounts: Omit<Caja['cobros'], 'por_metodo'>): Row => [
    name,
    format.money(amounts.cobrado_cents),
    format.money(amounts.reembolsado_cents),
    format.money(amounts.neto_cents),
  ];
  return (
    <Card title={t('caja.payments')} note={t('caja.paymentsNote')}>
      <FigureTable
        columns={[t('caja.method'), t('caja.in'), t('caja.out'), t('caja.net')]}
        rows={cobros.por_metodo.map((each) => [each.metodo, row(open('pago', each.metodo), each)])}
        sum={row(t('caja.total'), cobros)}
      />
    </Card>
  );
};

export const Vat = ({ caja: { ventas, cuadre } }: Of) => {
  const { t, tn, format } = useWords();
  const { pedidos, total_cents } = ventas.sin_factura;
  const row = (name: string, base: number, tax: number): Row => [
    name,
    format.money(base),
    format.money(tax),
    format.money(base + tax),
  ];
  return (
    <Card
      title={t('caja.vat')}
      note={pedidos > 0 && tn('caja.noInvoice', pedidos, { money: format.money(total_cents) })}
    >
      <FigureTable
        columns={[t('caja.rate'), t('caja.base'), t('caja.tax'), t('caja.gross')]}
        rows={ventas.por_iva.map(({ tipo_porcentaje: rate, base_cents, iva_cents }) => [
          rate,
          row(`${format.tenths(rate)} %`, base_cents, iva_cents),
        ])}
        sum={row(t('caja.total'), cuadre.bases_cents, cuadre.iva_cents)}
      />
    </Card>
  );
};

/** The lines that add up to the sales, and amounts that are part of them. */
export const useReconciliation = ({ ventas, cuadre }: Caja) => {
  const { t } = useWords();
  const { bases_cents, iva_cents, propina_cents, resto_cents } = cuadre;
  const parts: [name: string, cents: number][] = [
    [t('caja.bases'), bases_cents],
    [t('caja.taxes'), iva_cents],
    [t('caja.tips'), propina_cents],
  ];
  if (resto_cents !== 0) parts.push([t('caja.rest'), resto_cents]);
  const within: [name: string, cents: number][] = [
    [t('caja.fees'), ventas.tarifa_reparto_cents],
    [t('caja.discounts'), ventas.descuento_cents],
  ];
  return { parts, within };
};

export const Reconciliation = ({ caja }: Of) => {
  const { t, format } = useWords();
  const { parts, within } = useReconciliation(caja);
  const { total_cents, resto_cents } = caja.cuadre;
  return (
    <Card title={t('caja.check')} note={t('caja.checkNote')}>
      <dl className="bill-totals caja-check">
        {parts.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{format.money(cents)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t('caja.sold')}</dt>
          <dd>{format.money(total_cents)}</dd>
        </div>
        {within.map(([name, cents]) => (
          <div key={name} className="vat">
            <dt>{name}</dt>
            <dd>{format.money(cents)}</dd>
          </div>
        ))}
      </dl>
      {resto_cents !== 0 && <p className="soft small">{t('caja.restNote')}</p>}
    </Card>
  );
};
