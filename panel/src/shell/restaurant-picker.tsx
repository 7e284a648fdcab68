import { useState } from 'react';
import { useLocation } from 'wouter';
import { useRestaurantes } from '../api/queries.ts';
import type { Cuenta } from '../api/wire.ts';
import { restaurantHref } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { writeStored } from '../local-storage.ts';
import { Icon } from '../parts/icon.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { Finder } from './palette/finder.tsx';
import type { Found } from './palette/found.ts';

const SHOWN_MAX = 50;

/** The restaurants that a text finds; each leads to the page that is open now. */
const useFoundRestaurants = (text: string): { found: Found[]; isSearching: boolean } => {
  const { t } = useWords();
  const [location, navigate] = useLocation();
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const { data, isFetching } = useRestaurantes(settled);
  const section = /^\/r\/[^/]+(\/[a-z]+)/.exec(location)?.[1] ?? '';
  const go = (id: string) => {
    // Stored at once: until its profile arrives, the links would lead to the restaurant before.
    writeStored('restaurant', id);
    navigate(restaurantHref(id, section));
  };
  const found = (data?.datos ?? []).slice(0, SHOWN_MAX).map(
    ({ id, nombre, activo }): Found => ({
      key: id,
      icon: 'store',
      name: nombre,
      note: activo ? id : t('restaurants.suspended'),
      act: () => go(id),
    }),
  );
  return { found, isSearching: settled !== wanted || isFetching };
};

/** Takes people of several restaurants to the same page of another one, which they search for by name. */
export const RestaurantPicker = ({ cuenta }: { cuenta: Cuenta | null }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const title = t('nav.pick');
  return (
    <>
      <button
        type="button"
        className="row tight line palette-open picker-open"
        title={title}
        onClick={() => setOpen(true)}
      >
        <Icon name="store" size={16} />
        <span className="grow strong ellipsis">{cuenta?.nombre ?? title}</span>
        {cuenta !== null && <span className="hidden-text">({title})</span>}
        <Icon name="search" size={16} />
      </button>
      {isOpen && (
        <Finder
          title={title}
          hint={t('nav.pickHint')}
          useFound={useFoundRestaurants}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
