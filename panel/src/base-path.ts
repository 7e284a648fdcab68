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

export const docsUrl = (): string => `${SERVICE_ROOT}/docs`;
