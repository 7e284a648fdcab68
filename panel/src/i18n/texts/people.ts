export const people = {
  'people.role': ['Puesto', 'Role'],
  'role.propietaria.note': [
    'Todo, también llaves y personas.',
    'Everything, keys and people included.',
  ],
  'role.encargada.note': [
    'Pedidos, pantallas, carta, cifras y caja. Ni llaves ni personas.',
    'Orders, screens, menu, figures and the till. Neither keys nor people.',
  ],
  'role.gestoria.note': [
    'Caja y descargas de IVA, pagos y artículos. Ningún dato de clientes.',
    'The till, and downloads of VAT, payments and items. No data of customers.',
  ],
  'role.sala.note': ['Pedidos y pantallas. Ninguna cifra sumada.', 'Orders and screens. No sums.'],
  'role.integradora.note': [
    'Llaves, webhooks y actividad. Ningún cliente en el panel.',
    'Keys, webhooks and activity. No customers in the panel.',
  ],
} as const;
