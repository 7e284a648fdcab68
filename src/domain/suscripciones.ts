import {
  IMPORTADO,
  TIPOS_EVENTO,
  type TipoEvento,
  type TipoRegistrado,
} from '../contract/recursos/evento.ts';

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

/** The types that a reader of the log gets: the types it names, or else all but imports. Imports come only by name. */
export const readableTypes = (filtros: readonly string[]): TipoRegistrado[] => {
  const announced = filtros.length === 0 ? TIPOS_EVENTO : subscribedTypes(filtros);
  return filtros.includes(IMPORTADO) ? [...announced, IMPORTADO] : [...announced];
};

/** Whether a reader of these types skips nothing but imports. If so, its pages need no bound on the events scanned. */
export const isEverything = (tipos: readonly TipoRegistrado[]): boolean =>
  TIPOS_EVENTO.every((tipo) => tipos.includes(tipo));
