/**
 * Where the panel is served: `/panel`, or below a path when the service shares its host with others.
 * Read from the address, so that one build works below any path.
 */
export const PANEL_ROOT = /^.*?\/panel(?=\/|$)/.exec(location.pathname)?.[0] ?? '/panel';

/** The base address of the public API. */
export const apiUrl = (): string =>
  `${location.origin}${PANEL_ROOT.slice(0, -'/panel'.length)}/api`;
