/** The kitchen, and screens on a wall. */
export const screens = {
  'kitchen.idle': ['Sin pedidos en la cocina', 'No orders in the kitchen'],
  'kitchen.more': ['{n} pedido más | {n} pedidos más', '{n} more order | {n} more orders'],
  'kitchen.below': ['{n} más abajo | {n} más abajo', '{n} more below | {n} more below'],
  'kitchen.page': ['Página {page} de {of}', 'Page {page} of {of}'],
  'kitchen.view': ['Vista', 'View'],
  'kitchen.order': ['Los pedidos', 'Orders'],
  'wallview.state': ['Por estado', 'By state'],
  'wallview.age': ['Por antigüedad', 'By age'],
  'kitchen.station': ['Lo que se cocina aquí', 'What is cooked here'],
  'kitchen.stationNote': [
    'Sin marcar nada se ve todo.',
    'With nothing ticked, everything is shown.',
  ],
  'kitchen.unaccepted': ['¡Sin aceptar!', 'Not accepted!'],
  'plazos.title': ['Plazos de la cocina', 'Deadlines of the kitchen'],
  'plazos.note': [
    'Cuándo avisa la cocina, en minutos desde que llega el pedido. Uno programado empieza a contar antes de su hora, con tiempo para prepararlo.',
    'When the kitchen warns, in minutes from the arrival of the order. One for later begins to count before its time, early enough to prepare it.',
  ],
  'plazos.aceptar': ['{tipo}: minutos para aceptarlo', '{tipo}: minutes to accept it'],
  'plazos.listo': ['{tipo}: minutos hasta que está listo', '{tipo}: minutes until it is ready'],
  'plazos.saved': ['Plazos guardados', 'Deadlines saved'],
  'sound.off': ['Activar el sonido', 'Turn sound on'],
  'sound.blocked': ['Toca para activar el sonido', 'Tap to allow sound'],
  'sound.on': ['Con sonido', 'Sound on'],

  'screens.note': [
    'Enseñan los pedidos en curso en una tele o una tableta, sin sesión de nadie: ni llaves, ni teléfonos, ni exportar.',
    'They show the open orders on a TV or a tablet, without anybody’s session: no keys, no phone numbers, no export.',
  ],
  'screens.create': ['Crear pantalla', 'Create screen'],
  'screens.count': ['{n} pantalla | {n} pantallas', '{n} screen | {n} screens'],
  'screens.none': ['No hay pantallas', 'There are no screens'],
  'screens.noneNote': [
    'Crea una y abre su enlace, o lee su código, en el aparato que va a colgar de la pared.',
    'Create one and open its link, or scan its code, on the device that will hang on the wall.',
  ],
  'screens.nameNote': [
    'Dónde está: «Cocina», «Barra», «Tableta del reparto».',
    'Where it is: “Kitchen”, “Bar”, “Couriers’ tablet”.',
  ],
  'screens.shows': ['Qué enseña', 'What it shows'],
  'clase.cocina': ['Cocina', 'Kitchen'],
  'clase.tablero': ['Tablero', 'Board'],
  'screens.cocinaNote': [
    'Los platos de cada pedido, en grande y con sonido.',
    'What is in each order, large and with sound.',
  ],
  'screens.tableroNote': [
    'Los pedidos en curso, por estado, hasta que se entregan.',
    'The open orders by state, until they are delivered.',
  ],
  'screens.seen': ['Vista', 'Seen'],
  'screens.online': ['Encendida', 'On'],
  'screens.made': ['Pantalla «{name}» creada', 'Screen “{name}” created'],
  'screens.once': [
    'El enlace y el código se enseñan solo esta vez. Quien los tenga ve los pedidos en curso, hasta que retires la pantalla.',
    'The link and the code are shown only this once. Whoever has them sees the open orders, until you remove the screen.',
  ],
  'screens.code': ['Código QR del enlace', 'QR code of the link'],
  'screens.privacy': [
    'Se ven el número, el nombre del cliente, los platos y las instrucciones. No se ven teléfonos, correos, direcciones ni importes.',
    'It shows the number, the customer’s name, the items and the instructions. It shows no phones, e-mails, addresses or amounts.',
  ],
  'screens.stayOn': [
    'Sin https el navegador no puede mantener encendido el aparato (desactiva en sus ajustes que se apague solo) ni guardar la pantalla para cuando falte el servidor.',
    'Without https the browser can neither keep the device awake (turn off automatic sleep in its settings) nor keep the screen for when the server is away.',
  ],
  'screens.done': ['Ya la he abierto', 'I have opened it'],
  'screens.revoke': ['Retirar', 'Remove'],
  'screens.revokeTitle': ['¿Retirar «{name}»?', 'Remove “{name}”?'],
  'screens.revokeNote': [
    'La pantalla se apaga en un segundo, y su enlace deja de funcionar.',
    'The screen goes dark within a second, and its link stops working.',
  ],
  'screens.revokeUndo': [
    'No se puede deshacer, pero puedes crear otra.',
    'This cannot be undone, but you can create another.',
  ],
  'screens.revoked': ['Pantalla «{name}» retirada', 'Screen “{name}” removed'],
  'screens.gone': ['Esta pantalla se ha retirado', 'This screen was removed'],
  'screens.goneNote': [
    'Pide un enlace nuevo a quien lleva el panel.',
    'Ask whoever runs the panel for a new link.',
  ],
  'screens.paused': ['Restaurante suspendido', 'Restaurant suspended'],
  'screens.pausedNote': [
    'La pantalla volverá sola cuando se reanude.',
    'The screen comes back by itself when it is resumed.',
  ],
} as const;
