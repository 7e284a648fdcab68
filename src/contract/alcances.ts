/** The scopes that a key may hold. The route table alone says which route needs which. */
export const ALCANCES = [
  'pedidos.leer',
  'carta.leer',
  'restaurante.leer',
  'stream.escuchar',
  'webhook.recibir',
] as const;

export type Alcance = (typeof ALCANCES)[number];
