/** Conditions: the bell, their page and the mail of them. */
export const notices = {
  'notices.title': ['Avisos', 'Notices'],
  'notices.note': [
    'Lo que necesita que alguien actúe, mientras dura, y lo de los últimos 90 días.',
    'What needs somebody to act, for as long as it lasts, and that of the last 90 days.',
  ],
  'notices.open': ['{n} aviso abierto | {n} avisos abiertos', '{n} open notice | {n} open notices'],
  'notices.more': ['y {n} aviso más | y {n} avisos más', 'and {n} more | and {n} more'],
  'notices.now': ['Ahora', 'Now'],
  'notices.none': ['Todo va bien', 'All is well'],
  'notices.past': ['Resueltos', 'Over'],
  'notices.pastNote': ['De los últimos 90 días.', 'Of the last 90 days.'],
  'notices.grave': ['Importante', 'Important'],
  'notices.mild': ['Aviso', 'Notice'],
  'notices.know': ['Ya lo sé', 'I know'],
  'notices.knownBy': ['{who} ya lo sabe', '{who} knows'],
  'notices.mail': ['Avisos por correo', 'Notices by mail'],
  'notices.mailNote': [
    'Al empezar, una vez al día hasta siete mientras nadie haya dicho «ya lo sé», y al resolverse.',
    'When one begins, once a day up to seven times until somebody says “I know”, and when it is over.',
  ],
  'notices.mailOff': [
    'Este servicio no tiene correo configurado: los avisos solo se ven aquí.',
    'This service has no mail server: notices show here only.',
  ],
  'notices.byMail': ['Recibir avisos por correo', 'Get notices by mail'],
  'notices.about': ['De qué', 'About what'],
  'notices.lang': ['Idioma de los correos', 'Language of the messages'],
  'notices.save': ['Guardar', 'Save'],
  'notices.saved': ['Guardado', 'Saved'],
} as const;
