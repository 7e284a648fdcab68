import { ESTADOS, TIPOS } from '../../../api/values.ts';
import { useWords } from '../../../i18n/lang.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field, SearchField, Select } from '../../../parts/field.tsx';
import { OrdersTabs } from '../orders-tabs.tsx';
import { EMPTY_FILTER, type Filter } from './filter.ts';
import { SOLD } from './orders-href.ts';

const dateType = (value: string) => (value.includes('T') ? 'datetime-local' : 'date');

export const FilterBar = ({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange(change: Partial<Filter>): void;
}) => {
  const { t } = useWords();
  const active = Object.values(filter).some((value) => value !== '');
  return (
    <div className="row toolbar">
      <OrdersTabs />
      <SearchField
        label={t('orders.search')}
        value={filter.buscar}
        onChange={(buscar) => onChange({ buscar })}
      />
      <Select
        hideLabel
        label={t('orders.state')}
        value={filter.estado}
        onChange={(event) => onChange({ estado: event.target.value })}
      >
        <option value="">{t('orders.anyState')}</option>
        <option value={SOLD}>{t('orders.notCancelled')}</option>
        {ESTADOS.map((estado) => (
          <option key={estado} value={estado}>
            {t(`estado.${estado}`)}
          </option>
        ))}
      </Select>
      <Select
        hideLabel
        label={t('orders.type')}
        value={filter.tipo}
        onChange={(event) => onChange({ tipo: event.target.value })}
      >
        <option value="">{t('orders.anyType')}</option>
        {TIPOS.map((tipo) => (
          <option key={tipo} value={tipo}>
            {t(`tipo.${tipo}`)}
          </option>
        ))}
      </Select>
      <div className="row tight date-range">
        <Field
          hideLabel
          label={t('orders.from')}
          title={t('orders.from')}
          type={dateType(filter.desde)}
          max={filter.hasta || undefined}
          value={filter.desde}
          onChange={(event) => onChange({ desde: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <Field
          hideLabel
          label={t('orders.to')}
          title={t('orders.to')}
          type={dateType(filter.hasta)}
          min={filter.desde || undefined}
          value={filter.hasta}
          onChange={(event) => onChange({ hasta: event.target.value })}
        />
      </div>
      {active && (
        <Button look="quiet" icon="close" onClick={() => onChange(EMPTY_FILTER)}>
          {t('orders.clear')}
        </Button>
      )}
    </div>
  );
};
