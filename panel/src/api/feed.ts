import { SESION } from './client.ts';
import type { Resource } from './paths.ts';

/** Where a page's orders come from: a person's restaurant, or a screen of its own. */
export interface Feed {
  /** The path below which everything is that depends on orders. */
  root: readonly string[];
  /** The query that checks access, to be repeated when the stream is cut; null: not now. */
  accessKey(isRefused: boolean): Resource | null;
}

export const restaurantFeed = (id: string): Feed => ({
  root: ['restaurantes', id],
  accessKey: (isRefused) => (isRefused ? SESION : null),
});

export const screenRoot = (id: string): string[] => ['pantalla', id];

export const screenFeed = (id: string): Feed => ({
  root: screenRoot(id),
  // At every cut: a screen that was revoked goes dark at once, not with the next attempt.
  accessKey: () => screenRoot(id),
});
