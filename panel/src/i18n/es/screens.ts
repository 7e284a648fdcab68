/** The kitchen, and screens on a wall. */
export const screens = {
  'kitchen.idle': 'Sin pedidos en la cocina',
  'kitchen.more': '{n} más abajo | {n} más abajo',
  'sound.off': 'Activar el sonido',
  'sound.blocked': 'Toca para activar el sonido',
  'sound.on': 'Con sonido',

  'screens.note':
    'Enseñan los pedidos en curso en una tele o una tableta, sin sesión de nadie: ni llaves, ni teléfonos, ni exportar.',
  'screens.create': 'Crear pantalla',
  'screens.count': '{n} pantalla | {n} pantallas',
  'screens.none': 'No hay pantallas',
  'screens.noneNote':
    'Crea una y abre su enlace, o lee su código, en el aparato que va a colgar de la pared.',
  'screens.name': 'Nombre',
  'screens.nameNote': 'Dónde está: «Cocina», «Barra», «Tableta del reparto».',
  'screens.shows': 'Qué enseña',
  'clase.cocina': 'Cocina',
  'clase.tablero': 'Tablero',
  'screens.cocinaNote': 'Los platos de cada pedido, en grande y con sonido.',
  'screens.tableroNote': 'Los pedidos en curso, por estado, hasta que se entregan.',
  'screens.creator': 'Creada por',
  'screens.seen': 'Vista',
  'screens.neverSeen': 'Todavía no',
  'screens.online': 'Encendida',
  'screens.made': 'Pantalla «{name}» creada',
  'screens.once':
    'El enlace y el código se enseñan solo esta vez. Quien los tenga ve los pedidos en curso, hasta que retires la pantalla.',
  'screens.link': 'Enlace',
  'screens.code': 'Código QR del enlace',
  'screens.privacy':
    'Se ven el número, el nombre del cliente, los platos y las instrucciones. No se ven teléfonos, correos, direcciones ni importes.',
  'screens.stayOn':
    'Sin https el navegador no puede mantener encendido el aparato: desactiva en sus ajustes que se apague solo.',
  'screens.done': 'Ya la he abierto',
  'screens.revoke': 'Retirar',
  'screens.revokeTitle': '¿Retirar «{name}»?',
  'screens.revokeNote': 'La pantalla se apaga en un segundo, y su enlace deja de funcionar.',
  'screens.revokeUndo': 'No se puede deshacer, pero puedes crear otra.',
  'screens.revoked': 'Pantalla «{name}» retirada',
  'screens.gone': 'Esta pantalla se ha retirado',
  'screens.goneNote': 'Pide un enlace nuevo a quien lleva el panel.',
  'screens.paused': 'Restaurante suspendido',
  'screens.pausedNote': 'La pantalla volverá sola cuando se reanude.',
} as const;
