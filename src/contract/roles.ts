/** A person has one of these roles in each restaurant of theirs. Operators have no role: they may do everything in every restaurant. */
export const ROLES = ['propietaria', 'encargada', 'gestoria', 'sala', 'integradora'] as const;
export type Rol = (typeof ROLES)[number];

const RIGHT_NAMES = [
  'perfil',
  'pedidos',
  'clientes',
  'olvidar',
  'cifras',
  'caja',
  'cerrar',
  'exportar',
  'carta',
  'pantallas',
  'ajustes',
  'llaves',
  'webhooks',
  'actividad',
  'personas',
] as const;
export type Right = (typeof RIGHT_NAMES)[number];

interface RightOfRoles {
  roles: readonly Rol[];
  es: string;
  en: string;
}

/**
 * Who may do what in a restaurant: the checks of the panel's routes, its menu, the table in docs/panel.md and the test of
 * every route with every role are made from this.
 */
export const RIGHTS = {
  perfil: { roles: ROLES, es: 'Ver el perfil del restaurante', en: 'See the profile' },
  pedidos: {
    roles: ['propietaria', 'encargada', 'sala'],
    es: 'Ver los pedidos, en lista y en directo',
    en: 'See orders, in lists and live',
  },
  clientes: {
    roles: ['propietaria', 'encargada'],
    es: 'Descargar pedidos con los datos de sus clientes',
    en: 'Download orders with the data of their customers',
  },
  olvidar: { roles: ['propietaria'], es: 'Olvidar a un cliente', en: 'Forget a customer' },
  cifras: {
    roles: ['propietaria', 'encargada'],
    es: 'Ver las cifras y los productos vendidos',
    en: 'See figures and products sold',
  },
  caja: {
    roles: ['propietaria', 'encargada', 'gestoria'],
    es: 'Ver la caja y los meses cerrados',
    en: 'See the till and closed months',
  },
  cerrar: { roles: ['propietaria', 'gestoria'], es: 'Cerrar un mes', en: 'Close a month' },
  exportar: {
    roles: ['propietaria', 'encargada', 'gestoria'],
    es: 'Descargar IVA, pagos y artículos',
    en: 'Download VAT, payments and items',
  },
  carta: {
    roles: ['propietaria', 'encargada'],
    es: 'Ver la carta y las zonas',
    en: 'See menu and delivery zones',
  },
  pantallas: {
    roles: ['propietaria', 'encargada', 'sala'],
    es: 'Poner y retirar pantallas',
    en: 'Put up and take down screens',
  },
  ajustes: {
    roles: ['propietaria', 'encargada'],
    es: 'Cambiar la hora a la que empieza el día y los plazos de la cocina',
    en: 'Change the hour at which the day begins, and the kitchen’s deadlines',
  },
  llaves: {
    roles: ['propietaria', 'integradora'],
    es: 'Crear y revocar llaves',
    en: 'Create and revoke API keys',
  },
  webhooks: {
    roles: ['propietaria', 'integradora'],
    es: 'Crear webhooks y ver sus entregas',
    en: 'Create webhooks and see their deliveries',
  },
  actividad: {
    roles: ['propietaria', 'integradora'],
    es: 'Ver la actividad',
    en: 'See the activity',
  },
  personas: {
    roles: ['propietaria'],
    es: 'Invitar, cambiar y quitar a personas',
    en: 'Invite, change and remove people',
  },
} as const satisfies Record<Right, RightOfRoles>;

export const mayRol = (rol: Rol, right: Right): boolean =>
  (RIGHTS[right].roles as readonly Rol[]).includes(rol);

export const rightsOf = (rol: Rol): Right[] => RIGHT_NAMES.filter((right) => mayRol(rol, right));
