import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { perfilQuery } from '../api/queries.ts';
import { useUsuario } from '../api/session.ts';
import type { Right } from '../api/wire.ts';
import { restaurantHref } from '../base-path.ts';
import { type Key, useWords } from '../i18n/lang.ts';
import { readStored } from '../local-storage.ts';
import { GuideLink } from '../parts/guide.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useMayIn, useScope } from '../scope.tsx';
import { RestaurantPicker } from './restaurant-picker.tsx';

export interface Place {
  path: string;
  name: Key;
  icon: IconName;
  /** The right without which nobody sees it. */
  right: Right | null;
}

export const RESTAURANT: Place[] = [
  { path: '', name: 'nav.home', icon: 'home', right: 'cifras' },
  { path: '/productos', name: 'products.title', icon: 'chart', right: 'cifras' },
  { path: '/pedidos', name: 'nav.orders', icon: 'orders', right: 'pedidos' },
  { path: '/caja', name: 'nav.caja', icon: 'cash', right: 'caja' },
  { path: '/envios', name: 'nav.deliveries', icon: 'download', right: 'exportar' },
  { path: '/cierres', name: 'nav.closings', icon: 'lock', right: 'caja' },
  { path: '/pantallas', name: 'nav.screens', icon: 'device', right: 'pantallas' },
  { path: '/carta', name: 'nav.menu', icon: 'menu', right: 'carta' },
  { path: '/zonas', name: 'nav.zones', icon: 'zones', right: 'carta' },
  { path: '/restaurante', name: 'nav.restaurant', icon: 'store', right: 'perfil' },
  { path: '/personas', name: 'nav.people', icon: 'users', right: 'personas' },
];
export const INTEGRATIONS: Place[] = [
  { path: '/llaves', name: 'nav.keys', icon: 'key', right: 'llaves' },
  { path: '/webhooks', name: 'nav.webhooks', icon: 'hook', right: 'webhooks' },
  { path: '/actividad', name: 'nav.activity', icon: 'activity', right: 'actividad' },
];
const OWNER: Place[] = [{ path: '/todos', name: 'todos.title', icon: 'store', right: null }];
export const OPERATOR: Place[] = [
  { path: '/operador/restaurantes', name: 'nav.restaurants', icon: 'shield', right: null },
  { path: '/operador/usuarios', name: 'nav.users', icon: 'users', right: null },
  { path: '/operador/sistema', name: 'nav.system', icon: 'pulse', right: null },
  { path: '/operador/actividad', name: 'nav.allActivity', icon: 'activity', right: null },
];

/** The places that the user may see in a restaurant. */
export const usePlaces = (restauranteId: string | null) => {
  const may = useMayIn(restauranteId);
  return (places: readonly Place[]) => places.filter(({ right }) => right === null || may(right));
};

/** From an operator's page, links lead to the restaurant that was open before. */
export const useLinkedRestaurant = (): string | null => {
  const { cuenta } = useScope();
  const { operador, restaurantes } = useUsuario();
  const last = readStored('restaurant');
  const own = restaurantes.find(({ id }) => id === last) ?? restaurantes[0];
  return cuenta?.id ?? own?.id ?? (operador ? last : null);
};

export const Navigation = () => {
  const { t } = useWords();
  const { cuenta } = useScope();
  const { operador, restaurantes } = useUsuario();
  const id = useLinkedRestaurant();
  const places = usePlaces(id);
  const perfil = useQuery({ ...perfilQuery(id ?? ''), enabled: cuenta === null && id !== null });
  const chosen = cuenta ?? perfil.data?.cuenta ?? null;
  const base = id === null ? null : restaurantHref(id);
  const hasChoice = operador || restaurantes.length > 1;
  return (
    <nav className="places" aria-label={t('nav.main')}>
      {hasChoice && <RestaurantPicker cuenta={chosen} />}
      {!hasChoice && chosen !== null && <p className="restaurant-name">{chosen.nombre}</p>}
      {restaurantes.filter(({ rol }) => rol === 'propietaria').length > 1 && (
        <NavigationLinks base="" places={OWNER} />
      )}
      {base !== null && (
        <>
          <NavigationLinks base={base} places={places(RESTAURANT)} />
          {places(INTEGRATIONS).length > 0 && <h2>{t('nav.integrations')}</h2>}
          <NavigationLinks base={base} places={places(INTEGRATIONS)} />
          <GuideLink guide="home" />
        </>
      )}
      {operador && (
        <>
          <h2>{t('nav.operator')}</h2>
          <NavigationLinks base="" places={OPERATOR} />
        </>
      )}
    </nav>
  );
};

const NavigationLinks = ({ base, places }: { base: string; places: readonly Place[] }) => {
  const { t } = useWords();
  const [location] = useLocation();
  return places.map(({ path, name, icon }) => {
    const href = base + path;
    const here = path === '' ? location === href : location.startsWith(href);
    return (
      <Link key={path} href={href} aria-current={here ? 'page' : undefined}>
        <Icon name={icon} />
        {t(name)}
      </Link>
    );
  });
};
