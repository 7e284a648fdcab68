/** The operators' pages. */
export const operator = {
  'restaurants.note': [
    'Las cuentas de este servicio. Suspender o parar la ingesta no borra nada.',
    'The accounts of this service. Suspending or stopping ingestion deletes nothing.',
  ],
  'restaurants.create': ['Crear restaurante', 'Create restaurant'],
  'restaurants.currency': ['Moneda (ISO 4217)', 'Currency (ISO 4217)'],
  'restaurants.takes': ['Acepta pedidos desde ahora', 'Takes orders from now on'],
  'restaurants.takesNote': [
    'La ingesta se puede activar y parar cuando quieras.',
    'Ingestion can be turned on and off at any time.',
  ],
  'restaurants.search': ['Buscar por nombre o identificador', 'Search by name or identifier'],
  'restaurants.none': ['No hay restaurantes', 'No restaurants'],
  'restaurants.noneNote': [
    'Crea el primero, o espera a que lo haga el sistema que envía los pedidos.',
    'Create the first one, or let the system that sends orders do it.',
  ],
  'restaurants.narrow': [
    'Hay más. Busca por nombre para encontrarlos.',
    'There are more. Search by name to find them.',
  ],
  'restaurants.active': ['Activo', 'Active'],
  'restaurants.suspended': ['Suspendido', 'Suspended'],
  'restaurants.ingest': ['Ingesta', 'Ingestion'],
  'restaurants.ingestOn': ['Ingesta activada', 'Ingestion on'],
  'restaurants.ingestOff': ['Ingesta desactivada', 'Ingestion off'],
  'restaurants.suspend': ['Suspender', 'Suspend'],
  'restaurants.suspendNote': [
    'Sus llaves dejarán de funcionar, sus conexiones en directo se cerrarán y sus webhooks esperarán.',
    'Its keys stop working, its live connections close and its webhooks wait.',
  ],
  'restaurants.suspendUndo': [
    'Se puede deshacer con «Reanudar». No se borra ni se pierde nada.',
    '“Resume” undoes it. Nothing is deleted or lost.',
  ],
  'restaurants.resume': ['Reanudar', 'Resume'],
  'restaurants.resumeNote': [
    'Sus llaves vuelven a funcionar y sus webhooks envían lo pendiente.',
    'Its keys work again and its webhooks send what is pending.',
  ],
  'restaurants.resumeUndo': [
    'Se puede volver a suspender cuando haga falta.',
    'It can be suspended again when needed.',
  ],
  'restaurants.startIngest': ['Activar ingesta', 'Start ingestion'],
  'restaurants.stopIngest': ['Parar ingesta', 'Stop ingestion'],
  'restaurants.startIngestNote': [
    'Se aceptarán sus pedidos a partir de ahora.',
    'Its orders are accepted from now on.',
  ],
  'restaurants.stopIngestNote': [
    'Sus pedidos nuevos y cambios se rechazarán hasta que se active.',
    'Its new orders and changes are refused until it is on again.',
  ],
  'restaurants.ingestUndo': [
    'Se puede deshacer en cualquier momento desde aquí.',
    'It can be undone here at any time.',
  ],

  'users.note': [
    'Quién puede entrar en el panel, y qué ve.',
    'Who may enter the panel, and what they see.',
  ],
  'users.create': ['Crear usuario', 'Create user'],
  'users.role': ['Rol', 'Role'],
  'users.sees': ['Qué ve', 'What they see'],
  'users.chooseRestaurant': ['Elige un restaurante', 'Choose a restaurant'],
  'users.allRestaurants': ['Todos los restaurantes (operador)', 'All restaurants (operator)'],
  'users.operatorNote': [
    'Verá y gestionará todo el servicio.',
    'Will see and manage the whole service.',
  ],
  'users.restaurantNote': ['Verá solo este restaurante.', 'Will see this restaurant only.'],
  'users.lastAccess': ['Último acceso', 'Last sign-in'],
  'users.link': ['Enlace nuevo', 'New link'],
  'users.linkNote': [
    'Crea un enlace de un solo uso para elegir una contraseña.',
    'Creates a one-time link to choose a password.',
  ],
  'users.linkReplaces': [
    'El enlace anterior deja de valer.',
    'The link given before stops working.',
  ],
  'users.linkUndo': [
    'La contraseña actual sigue valiendo hasta que se use el enlace.',
    'The current password works until the link is used.',
  ],
  'users.linkTitle': ['Enlace para {email}', 'Link for {email}'],
  'users.linkOnce': [
    'Cópialo ahora: no se volverá a mostrar. Sirve una vez, hasta el {when}.',
    'Copy it now: it will not be shown again. It works once, until {when}.',
  ],
  'users.linkSaved': ['Ya lo he copiado', 'I have copied it'],
  'users.factor': ['Exigir segundo factor', 'Require second factor'],
  'users.factorNote': [
    'Mientras no tenga uno, no verá ningún restaurante.',
    'Until they add one, they see no restaurant.',
  ],
  'users.noFactor': ['No exigir segundo factor', 'Do not require second factor'],
  'users.noFactorNote': [
    'La contraseña sola volverá a bastar si quita el que tiene.',
    'The password alone will do again if they remove theirs.',
  ],
  'users.factorUndo': ['Se puede cambiar en cualquier momento.', 'It can be changed at any time.'],
  'second.si': ['2.º factor', '2nd factor'],
  'second.falta': ['Debe el 2.º factor', 'Owes the 2nd factor'],
  'users.disable': ['Desactivar', 'Disable'],
  'users.disableNote': [
    'Se cerrarán sus sesiones, no podrá entrar y se retirarán las pantallas que creó.',
    'Their sessions end, they cannot sign in, and the screens they created are removed.',
  ],
  'users.disableUndo': [
    'Se puede deshacer con «Reactivar», salvo las pantallas.',
    '“Enable” undoes it, except for the screens.',
  ],
  'users.enable': ['Reactivar', 'Enable'],
  'users.enableNote': [
    'Podrá volver a entrar con su contraseña. Si aún no tiene, dale un «Enlace nuevo».',
    'They can sign in with their password again. If they have none yet, give them a “New link”.',
  ],
  'users.enableUndo': ['Se puede volver a desactivar.', 'They can be disabled again.'],
  'users.deleteTitle': ['¿Borrar a {email}?', 'Delete {email}?'],
  'users.deleteNote': [
    'Desaparecerá de esta lista. La actividad conserva lo que hizo, con su correo, y las llaves que creó siguen funcionando.',
    'They leave this list. The activity keeps what they did, with their e-mail, and keys that they created keep working.',
  ],
  'users.deleteUndo': [
    'No se puede deshacer. El correo queda libre para otro usuario.',
    'This cannot be undone. The e-mail is free for another user.',
  ],
  'user.pendiente': ['Sin contraseña', 'No password yet'],
  'user.activo': ['Activo', 'Active'],
  'user.desactivado': ['Desactivado', 'Disabled'],

  'system.note': [
    'El proceso que está sirviendo esta página.',
    'The process that serves this page.',
  ],
  'system.process': ['Servicio', 'Service'],
  'system.keys': ['Llaves activas', 'Active keys'],
  'system.memory': ['Memoria', 'Memory'],
  'system.version': ['Versión', 'Version'],
  'system.engine': ['Base de datos', 'Database'],
  'system.latency': ['Responde en', 'Answers in'],
  'system.started': ['En marcha desde', 'Running since'],
  'system.up': ['Lleva', 'For'],
  'system.dbOk': ['Base de datos en orden', 'Database in order'],
  'system.dbBad': ['La base de datos no responde', 'The database does not answer'],
} as const;
