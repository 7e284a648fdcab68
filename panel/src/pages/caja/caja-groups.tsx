import type { Caja } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton } from '../../parts/output/csv-button.tsx';
import type { Grupo } from './caja-range.ts';
import { drawerCents } from './caja-tiles.tsx';

type Grupos = NonNullable<Caja['grupos']>;

/** A line for each day or month, and as a file. */
export const CajaGroups = ({ grupos, agrupar }: { grupos: Grupos; agrupar: Grupo }) => {
  const { t, format } = useWords();
  const isByMonth = agrupar === 'mes';
  // The local day: a group begins at the restaurant's own offset.
  const nameOf = (desde: string) =>
    isByMonth ? format.month(desde.slice(0, 7)) : format.dayName(desde.slice(0, 10));
  const columns = [
    t('caja.count'),
    t('caja.sold'),
    t('caja.base'),
    t('caja.taxes'),
    t('caja.tips'),
    t('caja.received'),
    t('caja.cash'),
  ];
  const figures = (grupo: Grupos[number]) => [
    grupo.cuadre.total_cents,
    grupo.cuadre.bases_cents,
    grupo.cuadre.iva_cents,
    grupo.cuadre.propina_cents,
    grupo.cobros.neto_cents,
    drawerCents(grupo),
  ];
  const head = t(isByMonth ? 'caja.month' : 'caja.day');
  const rows = grupos.map((grupo) => [
    grupo.desde.slice(0, isByMonth ? 7 : 10),
    grupo.ventas.pedidos,
    ...figures(grupo).map((cents) => cents / 100),
  ]);
  return (
    <Card
      flush
      title={t(isByMonth ? 'caja.months' : 'caja.days')}
      actions={<CsvButton name={t('caja.title')} rows={[[head, ...columns], ...rows]} />}
    >
      <List columns={[head, ...columns.map((each) => ({ figures: each }))]}>
        {grupos.map((grupo) => (
          <tr key={grupo.desde}>
            <td className="name">{nameOf(grupo.desde)}</td>
            <td className="num" data-label={columns[0]}>
              {format.number(grupo.ventas.pedidos)}
            </td>
            {figures(grupo).map((cents, i) => (
              <td key={columns[i + 1]} className="num" data-label={columns[i + 1]}>
                {format.money(cents)}
              </td>
            ))}
          </tr>
        ))}
      </List>
    </Card>
  );
};
