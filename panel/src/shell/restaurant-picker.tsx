import { useLocation } from 'wouter';
import { useRestaurantes } from '../api/queries.ts';
import type { Cuenta } from '../api/wire.ts';
import { restaurantHref } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { writeStored } from '../local-storage.ts';
import { Select } from '../parts/field.tsx';

/** The option that leads to the list of restaurants, where the others can be searched for. */
const OTHERS = '*';

/** Takes operators to the same page of another restaurant. */
export const RestaurantPicker = ({ cuenta }: { cuenta: Cuenta | null }) => {
  const { t } = useWords();
  const [location, navigate] = useLocation();
  const { data } = useRestaurantes();
  const all = data?.datos ?? [];
  // The selected restaurant may be beyond the first page of a long list.
  const shown = cuenta === null || all.some(({ id }) => id === cuenta.id) ? all : [cuenta, ...all];
  const go = (id: string) => {
    if (id === OTHERS) return navigate('/operador/restaurantes');
    // Stored at once: until its profile arrives, the links would lead to the restaurant before.
    writeStored('restaurant', id);
    const section = /^\/r\/[^/]+(\/[a-z]+)/.exec(location)?.[1] ?? '';
    navigate(restaurantHref(id, section));
  };
  if (shown.length === 0) return null;
  const options = shown.map(({ id, nombre, activo }): [id: string, text: string] => [
    id,
    activo ? nombre : `${nombre} (${t('restaurants.suspended')})`,
  ]);
  if (cuenta === null) options.unshift(['', t('nav.pick')]);
  if (data?.siguiente != null) options.push([OTHERS, t('nav.others')]);
  return (
    <Select
      hideLabel
      label={t('nav.pick')}
      value={cuenta?.id ?? ''}
      options={options}
      onChange={(event) => go(event.target.value)}
    />
  );
};
