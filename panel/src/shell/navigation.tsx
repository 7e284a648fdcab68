import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { perfilQuery, useUsuario } from '../api/queries.ts';
import { restaurantHref } from '../base-path.ts';
import { type Key, useWords } from '../i18n/lang.ts';
import { readStored } from '../local-storage.ts';
import { GuideLink } from '../parts/guide.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useScope } from '../scope.tsx';
import { RestaurantPicker } from './restaurant-picker.tsx';

export interface Place {
  path: string;
  name: Key;
  icon: IconName;
}

export const RESTAURANT: Place[] = [
  { path: '', name: 'nav.home', icon: 'home' },
  { path: '/pedidos', name: 'nav.orders', icon: 'orders' },
  { path: '/caja', name: 'nav.caja', icon: 'cash' },
  { path: '/pantallas', name: 'nav.screens', icon: 'device' },
  { path: '/carta', name: 'nav.menu', icon: 'menu' },
  { path: '/zonas', name: 'nav.zones', icon: 'zones' },
  { path: '/restaurante', name: 'nav.restaurant', icon: 'store' },
];
export const INTEGRATIONS: Place[] = [
  { path: '/llaves', name: 'nav.keys', icon: 'key' },
  { path: '/webhooks', name: 'nav.webhooks', icon: 'hook' },
  { path: '/actividad', name: 'nav.activity', icon: 'activity' },
];
export const OPERATOR: Place[] = [
  { path: '/operador/restaurantes', name: 'nav.restaurants', icon: 'shield' },
  { path: '/operador/usuarios', name: 'nav.users', icon: 'users' },
  { path: '/operador/sistema', name: 'nav.system', icon: 'pulse' },
  { path: '/operador/actividad', name: 'nav.allActivity', icon: 'activity' },
];

/** From an operator's page, links lead to the restaurant that was open before. */
export const useLinkedRestaurant = (): string | null => {
  const { cuenta } = useScope();
  const { restaurante_id } = useUsuario();
  return cuenta?.id ?? restaurante_id ?? readStored('restaurant');
};

export const Navigation = () => {
  const { t } = useWords();
  const { cuenta } = useScope();
  const operator = useUsuario().rol === 'operador';
  const id = useLinkedRestaurant();
  const perfil = useQuery({ ...perfilQuery(id ?? ''), enabled: cuenta === null && id !== null });
  const chosen = cuenta ?? perfil.data?.cuenta ?? null;
  const base = id === null ? null : restaurantHref(id);
  return (
    <nav className="places" aria-label={t('nav.main')}>
      {operator && <RestaurantPicker cuenta={chosen} />}
      {!operator && chosen !== null && <p className="restaurant-name">{chosen.nombre}</p>}
      {base !== null && (
        <>
          <NavigationLinks base={base} places={RESTAURANT} />
          <h2>{t('nav.integrations')}</h2>
          <NavigationLinks base={base} places={INTEGRATIONS} />
          <GuideLink guide="home" />
        </>
      )}
      {operator && (
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
