/** Scopes a key may hold. Which route needs which is said once, in the route table. */
export const ALCANCES = [
  'pedidos.leer',
  'carta.leer',
  'restaurante.leer',
  'stream.escuchar',
  'webhook.recibir',
] as const;

export type Alcance = (typeof ALCANCES)[number];
