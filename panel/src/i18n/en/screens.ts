/** The kitchen, and screens on a wall. */
export const screens = {
  'kitchen.idle': 'No orders in the kitchen',
  'kitchen.more': '{n} more below | {n} more below',
  'sound.off': 'Turn sound on',
  'sound.blocked': 'Tap to allow sound',
  'sound.on': 'Sound on',

  'screens.note':
    'They show the open orders on a TV or a tablet, without anybody’s session: no keys, no phone numbers, no export.',
  'screens.create': 'Create screen',
  'screens.count': '{n} screen | {n} screens',
  'screens.none': 'There are no screens',
  'screens.noneNote':
    'Create one and open its link, or scan its code, on the device that will hang on the wall.',
  'screens.name': 'Name',
  'screens.nameNote': 'Where it is: “Kitchen”, “Bar”, “Couriers’ tablet”.',
  'screens.shows': 'What it shows',
  'clase.cocina': 'Kitchen',
  'clase.tablero': 'Board',
  'screens.cocinaNote': 'What is in each order, large and with sound.',
  'screens.tableroNote': 'The open orders by state, until they are delivered.',
  'screens.creator': 'Created by',
  'screens.seen': 'Seen',
  'screens.neverSeen': 'Not yet',
  'screens.online': 'On',
  'screens.made': 'Screen “{name}” created',
  'screens.once':
    'The link and the code are shown only this once. Whoever has them sees the open orders, until you remove the screen.',
  'screens.link': 'Link',
  'screens.code': 'QR code of the link',
  'screens.privacy':
    'It shows the number, the customer’s name, the items and the instructions. It shows no phones, e-mails, addresses or amounts.',
  'screens.stayOn':
    'Without https the browser cannot keep the device awake: turn off automatic sleep in its settings.',
  'screens.done': 'I have opened it',
  'screens.revoke': 'Remove',
  'screens.revokeTitle': 'Remove “{name}”?',
  'screens.revokeNote': 'The screen goes dark within a second, and its link stops working.',
  'screens.revokeUndo': 'This cannot be undone, but you can create another.',
  'screens.revoked': 'Screen “{name}” removed',
  'screens.gone': 'This screen was removed',
  'screens.goneNote': 'Ask whoever runs the panel for a new link.',
  'screens.paused': 'Restaurant suspended',
  'screens.pausedNote': 'The screen comes back by itself when it is resumed.',
};
