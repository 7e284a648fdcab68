import { useUsuario } from '../../api/session.ts';
import { restaurantHref } from '../../base-path.ts';
import { setLang, useWords } from '../../i18n/lang.ts';
import { useMayIn } from '../../scope.tsx';
import { setTheme } from '../../theme/theme.ts';
import {
  INTEGRATIONS,
  OPERATOR,
  type Place,
  RESTAURANT,
  useLinkedRestaurant,
  usePlaces,
} from '../navigation.tsx';
import type { Found } from './found.ts';

/** Every page that the user may open, and the actions that work from anywhere. */
export const useCommands = (): Found[] => {
  const { t, lang } = useWords();
  const { operador } = useUsuario();
  const id = useLinkedRestaurant();
  const places = usePlaces(id);
  const may = useMayIn(id);
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
          ...pages(base, places([...RESTAURANT, ...INTEGRATIONS])),
          ...(may('pedidos')
            ? [
                action('list', t('palette.list'), 'orders', { href: `${base}/pedidos/lista` }),
                action('kitchen', t('orders.kitchen'), 'screen', {
                  href: `${base}/pedidos/cocina`,
                }),
              ]
            : []),
          ...(may('llaves')
            ? [action('key', t('keys.create'), 'key', { href: `${base}/llaves?crear=1` })]
            : []),
          ...(may('webhooks')
            ? [action('hook', t('hooks.create'), 'hook', { href: `${base}/webhooks?crear=1` })]
            : []),
        ];
  return [
    ...own,
    ...(operador ? pages('', OPERATOR) : []),
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
