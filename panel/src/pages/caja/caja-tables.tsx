import { Link } from 'wouter';
import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { List } from '../../parts/list.tsx';
import type { CajaRange } from './caja-range.ts';
import { useFigureHref } from './caja-tiles.tsx';

interface Of {
  caja: Caja;
}
interface OfRange extends Of {
  range: CajaRange;
}

const Named = ({ href, name }: { href: string | null; name: string }) =>
  href === null ? (
    name
  ) : (
    <Link href={href} className="main-link">
      {name}
    </Link>
  );

export const SalesByMethod = ({ caja: { ventas }, range }: OfRange) => {
  const { t, open, format } = useWords();
  const hrefOf = useFigureHref(range);
  return (
    <Card flush title={t('caja.sales')} note={t('caja.salesNote')}>
      <List
        className="figures"
        columns={[t('caja.method'), { figures: t('caja.count') }, { figures: t('caja.total') }]}
      >
        {ventas.por_metodo.map(({ metodo, pedidos, total_cents }) => (
          <tr key={metodo}>
            <td className="name">
              <Named href={hrefOf({ metodo_pago: metodo })} name={open('pago', metodo)} />
            </td>
            <td className="num">{format.number(pedidos)}</td>
            <td className="num strong">{format.money(total_cents)}</td>
          </tr>
        ))}
        <tr className="sum">
          <td>{t('caja.total')}</td>
          <td className="num">{format.number(ventas.pedidos)}</td>
          <td className="num strong">{format.money(ventas.total_cents)}</td>
        </tr>
      </List>
    </Card>
  );
};

export const SalesByType = ({ caja: { ventas }, range }: OfRange) => {
  const { t, format } = useWords();
  const hrefOf = useFigureHref(range);
  return (
    <Card flush title={t('caja.types')}>
      <List
        className="figures"
        columns={[t('caja.type'), { figures: t('caja.count') }, { figures: t('caja.total') }]}
      >
        {ventas.por_tipo.map(({ tipo, pedidos, total_cents }) => (
          <tr key={tipo}>
            <td className="name">
              <Named href={hrefOf({ tipo })} name={t(`tipo.${tipo}`)} />
            </td>
            <td className="num">{format.number(pedidos)}</td>
            <td className="num strong">{format.money(total_cents)}</td>
          </tr>
        ))}
      </List>
    </Card>
  );
};

export const Payments = ({ caja: { cobros } }: Of) => {
  const { t, open, format } = useWords();
  const cells = ({
    cobrado_cents,
    reembolsado_cents,
    neto_cents,
  }: (typeof cobros.por_metodo)[number] | typeof cobros) => (
    <>
      <td className="num">{format.money(cobrado_cents)}</td>
      <td className="num">{format.money(reembolsado_cents)}</td>
      <td className="num strong">{format.money(neto_cents)}</td>
    </>
  );
  return (
    <Card flush title={t('caja.payments')} note={t('caja.paymentsNote')}>
      <List
        className="figures"
        columns={[
          t('caja.method'),
          { figures: t('caja.in') },
          { figures: t('caja.out') },
          { figures: t('caja.net') },
        ]}
      >
        {cobros.por_metodo.map((each) => (
          <tr key={each.metodo}>
            <td className="name">{open('pago', each.metodo)}</td>
            {cells(each)}
          </tr>
        ))}
        <tr className="sum">
          <td>{t('caja.total')}</td>
          {cells(cobros)}
        </tr>
      </List>
    </Card>
  );
};

export const Vat = ({ caja: { ventas, cuadre } }: Of) => {
  const { t, tn, format } = useWords();
  const { pedidos, total_cents } = ventas.sin_factura;
  return (
    <Card
      flush
      title={t('caja.vat')}
      note={pedidos > 0 && tn('caja.noInvoice', pedidos, { money: format.money(total_cents) })}
    >
      <List
        className="figures"
        columns={[
          t('caja.rate'),
          { figures: t('caja.base') },
          { figures: t('caja.tax') },
          { figures: t('caja.gross') },
        ]}
      >
        {ventas.por_iva.map(({ tipo_porcentaje, base_cents, iva_cents }) => (
          <tr key={tipo_porcentaje}>
            <td className="name">{format.tenths(tipo_porcentaje)} %</td>
            <td className="num">{format.money(base_cents)}</td>
            <td className="num">{format.money(iva_cents)}</td>
            <td className="num strong">{format.money(base_cents + iva_cents)}</td>
          </tr>
        ))}
        <tr className="sum">
          <td>{t('caja.total')}</td>
          <td className="num">{format.money(cuadre.bases_cents)}</td>
          <td className="num">{format.money(cuadre.iva_cents)}</td>
          <td className="num strong">{format.money(cuadre.bases_cents + cuadre.iva_cents)}</td>
        </tr>
      </List>
    </Card>
  );
};

/** The lines that add up to the sales. */
export const useReconciliation = ({ ventas, cuadre }: Caja) => {
  const { t } = useWords();
  const { total_cents, bases_cents, iva_cents, propina_cents, resto_cents } = cuadre;
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
  return { parts, total_cents, within, hasRest: resto_cents !== 0 };
};

export const Reconciliation = ({ caja }: Of) => {
  const { t, format } = useWords();
  const { parts, total_cents, within, hasRest } = useReconciliation(caja);
  return (
    <Card title={t('caja.check')} note={t('caja.checkNote')}>
      <dl className="totals">
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
      {hasRest && <p className="soft small">{t('caja.restNote')}</p>}
    </Card>
  );
};
