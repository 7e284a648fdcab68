/**
 * Where the panel is served: `/panel`, or below a path when the service shares its host with others.
 * Read from the address, so that one build works below any path.
 */
export const PANEL_ROOT = /^.*?\/panel(?=\/|$)/.exec(location.pathname)?.[0] ?? '/panel';

const SERVICE_ROOT = PANEL_ROOT.slice(0, -'/panel'.length);

/** The page of a restaurant at a path below it, as the router takes it. */
export const restaurantHref = (id: string, path = ''): string =>
  `/r/${encodeURIComponent(id)}${path}`;

/** The base address of the public API. */
export const publicApiUrl = (): string => `${location.origin}${SERVICE_ROOT}/api`;

/**
 * A link that the server made, at the address by which this page was reached: without PUBLIC_URL the server writes the
 * loopback address, which leads nowhere on another device.
 */
export const reachableUrl = (link: string): string => {
  const { pathname, hash } = new URL(link);
  return `${location.origin}${pathname}${hash}`;
};

export const docsUrl = (): string => `${SERVICE_ROOT}/docs`;
