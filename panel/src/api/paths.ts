/** The key of a query in the cache: the segments of its path and, at the end, perhaps parameters. */
export type Resource = (string | object)[];

export const pathOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** A restaurant's resource. */
export const restKey = (id: string, ...rest: Resource): Resource => ['restaurantes', id, ...rest];
export const restPath = (id: string, ...segments: string[]): string =>
  pathOf(['restaurantes', id, ...segments]);
