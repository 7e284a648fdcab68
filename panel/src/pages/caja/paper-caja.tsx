import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { useRestaurant } from '../../scope.tsx';
import { useReconciliation } from './caja-tables.tsx';
import { drawerCents } from './caja-tiles.tsx';

type Line = readonly [name: string, cents: number];

/** The cash-up for an 80 mm printer; shown only on paper. */
export const PaperCaja = ({ caja, span }: { caja: Caja; span: string }) => {
  const { t, tn, open, format } = useWords();
  const { cuenta } = useRestaurant();
  const { ventas, cobros } = caja;
  const { parts } = useReconciliation(caja);
  return (
    <section className="paper-ticket" aria-hidden="true">
      <p className="paper-place">{cuenta.nombre}</p>
      <p className="paper-type">{t('caja.title')}</p>
      <p>{span}</p>
      <Lines
        title={t('caja.sales')}
        lines={ventas.por_metodo.map(({ metodo, total_cents: cents }) => [
          open('pago', metodo),
          cents,
        ])}
        sum={[tn('caja.orders', ventas.pedidos), ventas.total_cents]}
      />
      <Lines
        title={t('caja.payments')}
        lines={cobros.por_metodo.map(({ metodo, neto_cents }) => [
          open('pago', metodo),
          neto_cents,
        ])}
        sum={[t('caja.net'), cobros.neto_cents]}
      />
      <Lines
        title={t('caja.vat')}
        lines={ventas.por_iva.map(({ tipo_porcentaje, iva_cents }) => [
          `${format.tenths(tipo_porcentaje)} %`,
          iva_cents,
        ])}
      />
      <Lines
        title={t('caja.check')}
        lines={parts}
        sum={[t('caja.sold'), caja.cuadre.total_cents]}
      />
      <Lines
        lines={[
          [t('caja.unpaid'), ventas.sin_pagar_cents],
          [t('caja.out'), cobros.reembolsado_cents],
        ]}
        sum={[t('caja.drawer'), drawerCents(caja)]}
      />
    </section>
  );
};

const Lines = ({ title, lines, sum }: { title?: string; lines: readonly Line[]; sum?: Line }) => {
  const { format } = useWords();
  return (
    <dl className="paper-totals">
      {title !== undefined && (
        <div className="strong">
          <dt>{title}</dt>
        </div>
      )}
      {lines.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.money(cents)}</dd>
        </div>
      ))}
      {sum !== undefined && (
        <div className="total">
          <dt>{sum[0]}</dt>
          <dd>{format.money(sum[1])}</dd>
        </div>
      )}
    </dl>
  );
};
