/** The path of a restaurant's resource, and its key in the query cache. */
export const restPath = (id: string, path: string): string =>
  `/restaurantes/${encodeURIComponent(id)}${path}`;
export const restKey = (id: string, ...rest: unknown[]): unknown[] => ['r', id, ...rest];
