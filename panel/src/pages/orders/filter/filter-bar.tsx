import { useState } from 'react';
import { ESTADOS, METODOS_PAGO, TIPOS } from '../../../api/values.ts';
import { useWords } from '../../../i18n/lang.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice, Field, SearchField, Select } from '../../../parts/field.tsx';
import { hasHour, isReversed, turnHours } from '../../../parts/range/wrong-range.ts';
import { useRestaurant } from '../../../scope.tsx';
import { wallHour } from '../local-day.ts';
import { OrdersTabs } from '../orders-tabs.tsx';
import { EMPTY_FILTER, type Filter } from './filter.ts';
import { SOLD } from './orders-href.ts';

export const FilterBar = ({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange(change: Partial<Filter>): void;
}) => {
  const { t, open } = useWords();
  const { cuenta } = useRestaurant();
  const [wantsHours, setWantsHours] = useState(false);
  const withHours = wantsHours || hasHour(filter.desde) || hasHour(filter.hasta);
  const dateType = withHours ? 'datetime-local' : 'date';
  // The list is open: an address may name another method.
  const methods = new Set([...METODOS_PAGO, filter.metodo_pago].filter((each) => each !== ''));
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
        label={t('word.state')}
        value={filter.estado}
        options={[
          ['', t('orders.anyState')],
          [SOLD, t('orders.notCancelled')],
          ...ESTADOS.map((estado) => [estado, t(`estado.${estado}`)] as const),
        ]}
        onChange={(event) => onChange({ estado: event.target.value })}
      />
      <Select
        hideLabel
        label={t('orders.type')}
        value={filter.tipo}
        options={[
          ['', t('orders.anyType')],
          ...TIPOS.map((tipo) => [tipo, t(`tipo.${tipo}`)] as const),
        ]}
        onChange={(event) => onChange({ tipo: event.target.value })}
      />
      <Select
        hideLabel
        label={t('orders.method')}
        value={filter.metodo_pago}
        options={[
          ['', t('orders.anyMethod')],
          ...Array.from(methods, (metodo) => [metodo, open('pago', metodo)] as const),
        ]}
        onChange={(event) => onChange({ metodo_pago: event.target.value })}
      />
      <div className="row tight date-range">
        <Field
          hideLabel
          label={t('orders.from')}
          title={t('orders.from')}
          type={dateType}
          value={filter.desde}
          onChange={(event) => onChange({ desde: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <Field
          hideLabel
          label={t('orders.to')}
          title={t('orders.to')}
          type={dateType}
          wrong={isReversed(filter) && t('range.reversed')}
          value={filter.hasta}
          onChange={(event) => onChange({ hasta: event.target.value })}
        />
        <Choice
          type="checkbox"
          title={t('range.hours')}
          checked={withHours}
          onChange={(event) => {
            const on = event.target.checked;
            setWantsHours(on);
            onChange(turnHours(filter, on, wallHour(cuenta.corte)));
          }}
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
