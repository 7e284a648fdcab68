import { TIPOS_EVENTO, type TipoEvento } from '../contract/recursos/evento.ts';

/** The event types that a list of subscriptions stands for: names, `pedido.*` and `*`. */
export const subscribedTypes = (suscripciones: readonly string[]): TipoEvento[] =>
  TIPOS_EVENTO.filter((tipo) =>
    suscripciones.some(
      (each) =>
        each === '*' ||
        each === tipo ||
        (each.endsWith('.*') && tipo.startsWith(each.slice(0, -1))),
    ),
  );
