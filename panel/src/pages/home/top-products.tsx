import type { TopProducto } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Empty } from '../../parts/states/states.tsx';

export const TopProducts = ({ productos }: { productos: readonly TopProducto[] }) => {
  const { t, tn } = useWords();
  const format = useFormat();
  if (productos.length === 0) return <Empty icon="menu" title={t('home.noTop')} />;
  const most = Math.max(...productos.map(({ ventas_cents }) => ventas_cents), 1);
  return (
    <ol className="top">
      {productos.map(({ producto_id, nombre, unidades, ventas_cents }) => (
        <li key={producto_id}>
          <div className="row spread">
            <span className="grow strong">{nombre}</span>
            <span className="soft small">{tn('count.units', unidades)}</span>
            <span className="nowrap">{format.money(ventas_cents)}</span>
          </div>
          <div className="meter" aria-hidden="true">
            <span style={{ width: `${(ventas_cents / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
};
