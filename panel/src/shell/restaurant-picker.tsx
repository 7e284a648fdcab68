import { useLocation } from 'wouter';
import { useRestaurantes } from '../api/queries.ts';
import type { Cuenta } from '../api/wire.ts';
import { restaurantHref } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { writeStored } from '../local-storage.ts';

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
  return (
    <div className="field picker">
      <label className="hidden-text" htmlFor="picker">
        {t('nav.pick')}
      </label>
      <select
        id="picker"
        className="input"
        value={cuenta?.id ?? ''}
        onChange={(event) => go(event.target.value)}
      >
        {cuenta === null && <option value="">{t('nav.pick')}</option>}
        {shown.map(({ id, nombre, activo }) => (
          <option key={id} value={id}>
            {activo ? nombre : `${nombre} (${t('restaurants.suspended')})`}
          </option>
        ))}
        {data?.siguiente != null && <option value={OTHERS}>{t('nav.others')}</option>}
      </select>
    </div>
  );
};
