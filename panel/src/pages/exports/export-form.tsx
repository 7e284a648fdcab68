import { type FormEvent, useId } from 'react';
import { usePedidos } from '../../api/queries.ts';
import { ARCHIVOS, type Archivo, TABLAS } from '../../api/values.ts';
import type { Tabla } from '../../api/wire.ts';
import { nowMs } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { Choice } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { type Filter, toFiltro } from '../orders/filter/filter.ts';
import { SOLD } from '../orders/filter/orders-href.ts';
import { dayOf } from '../orders/local-day.ts';
import type { Wanted } from './use-export.ts';

interface Props {
  filter: Filter;
  onStart(wanted: Wanted): void;
}

/** Any table in any format, with the filters of the page. */
export const ExportForm = ({ filter, onStart }: Props) => {
  const { t, tn } = useWords();
  const { id, cuenta } = useRestaurant();
  const { close } = useDialogs();
  const headingId = useId();
  const filtro = toFiltro(filter, cuenta);
  const counted = usePedidos(id, filtro);
  const total = counted.data?.pages[0]?.paginacion.total_aprox ?? null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onStart({
      tabla: form.get('tabla') as Tabla,
      ...readArchivo(form.get('formato') as Archivo),
      filtro,
      total,
      when: dayOf(nowMs(), cuenta.zona_horaria),
    });
  };
  return (
    <form className="stack" aria-labelledby={headingId} onSubmit={submit}>
      <div className="stack tight">
        <h3 id={headingId}>{t('export.orders')}</h3>
        <p className="soft small" role="status">
          <Filters filter={filter} /> {total !== null && `${tn('count.orders', total)}.`}
        </p>
        {total === 0 && <p className="wrong">{t('export.empty')}</p>}
      </div>
      <Choices
        legend={t('export.table')}
        name="tabla"
        values={TABLAS}
        words={(tabla) => [t(`tabla.${tabla}`), t(`fila.${tabla}`)]}
      />
      <Choices
        legend={t('export.format')}
        name="formato"
        values={ARCHIVOS}
        words={(formato) => [t(`formato.${formato}`), t(`para.${formato}`)]}
      />
      <div className="row tight dialog-foot">
        <Button onClick={close}>{t('do.cancel')}</Button>
        <Button look="primary" type="submit" icon="download" disabled={total === 0}>
          {t('export.download')}
        </Button>
      </div>
    </form>
  );
};

const readArchivo = (archivo: Archivo) =>
  archivo === 'csv_excel'
    ? ({ formato: 'csv', estilo: 'excel' } as const)
    : ({ formato: archivo, estilo: 'programa' } as const);

/** Radio buttons, the first of them chosen; `words` gives a value's title and note. */
const Choices = <T extends string>(props: {
  legend: string;
  name: string;
  values: readonly T[];
  words(value: T): readonly [string, string];
}) => {
  const { legend, name, values, words } = props;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="export-choices">
        {values.map((value) => {
          const [title, note] = words(value);
          const isFirst = value === values[0];
          const choice = { name, value, title, note, defaultChecked: isFirst };
          return <Choice key={value} type="radio" {...choice} />;
        })}
      </div>
    </fieldset>
  );
};

const Filters = ({ filter }: { filter: Filter }) => {
  const { t, open, format } = useWords();
  const { buscar, estado, tipo, metodo_pago: metodo, desde, hasta } = filter;
  const when = (value: string) => {
    const [dia = '', time = ''] = value.split('T');
    return `${format.calendarDay(dia)} ${time}`.trim();
  };
  const filters = [
    buscar !== '' && `«${buscar}»`,
    estado !== '' && (estado === SOLD ? t('orders.notCancelled') : open('estado', estado)),
    tipo !== '' && open('tipo', tipo),
    metodo !== '' && open('pago', metodo),
    desde !== '' && `${t('orders.from')} ${when(desde)}`,
    hasta !== '' && `${t('orders.to')} ${when(hasta)}`,
  ].filter((each) => each !== false);
  if (filters.length === 0) return t('export.all');
  return t('export.filtered', { filters: filters.join(', ') });
};
