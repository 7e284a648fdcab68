import { useUsuario } from '../../api/queries.ts';
import { restaurantHref } from '../../base-path.ts';
import { setLang, useWords } from '../../i18n/lang.ts';
import { setTheme } from '../../theme/theme.ts';
import {
  INTEGRATIONS,
  OPERATOR,
  type Place,
  RESTAURANT,
  useLinkedRestaurant,
} from '../navigation.tsx';
import type { Found } from './found.ts';

/** Every page that the user may open, and the actions that work from anywhere. */
export const useCommands = (): Found[] => {
  const { t, lang } = useWords();
  const { rol } = useUsuario();
  const id = useLinkedRestaurant();
  const base = id === null ? null : restaurantHref(id);
  const pages = (under: string, places: readonly Place[]): Found[] =>
    places.map(({ path, name, icon }) => ({
      key: `page-${name}`,
      icon,
      name: t(name),
      note: t('palette.page'),
      href: under + path,
    }));
  const action = (key: string, name: string, icon: Found['icon'], what: Partial<Found>): Found => ({
    key,
    icon,
    name,
    note: t('palette.action'),
    ...what,
  });
  const own: Found[] =
    base === null
      ? []
      : [
          ...pages(base, [...RESTAURANT, ...INTEGRATIONS]),
          action('list', t('palette.list'), 'orders', { href: `${base}/pedidos/lista` }),
          action('products', t('products.title'), 'menu', { href: `${base}/productos` }),
          action('kitchen', t('orders.kitchen'), 'screen', { href: `${base}/pedidos/cocina` }),
          action('key', t('keys.create'), 'key', { href: `${base}/llaves?crear=1` }),
          action('hook', t('hooks.create'), 'hook', { href: `${base}/webhooks?crear=1` }),
        ];
  return [
    ...own,
    ...(rol === 'operador' ? pages('', OPERATOR) : []),
    action('account', t('account.title'), 'user', { href: '/cuenta' }),
    action('light', `${t('palette.theme')}: ${t('theme.light')}`, 'sun', {
      act: () => setTheme('light'),
    }),
    action('dark', `${t('palette.theme')}: ${t('theme.dark')}`, 'moon', {
      act: () => setTheme('dark'),
    }),
    action('lang', lang === 'es' ? 'English' : 'Español', 'info', {
      words: 'idioma language',
      act: () => setLang(lang === 'es' ? 'en' : 'es'),
    }),
  ];
};
