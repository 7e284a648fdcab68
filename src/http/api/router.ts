/** The part of a route that the router needs. */
interface Addressable {
  method: string;
  path: string;
}

/** A path with its routes by method. */
interface Resource<R extends Addressable> {
  /** The path as the route table has it, which logs and metrics show. */
  path: string;
  methods: ReadonlyMap<string, R>;
  /** Value of the `Allow` header. */
  allow: string;
}

export interface Match<R extends Addressable> {
  resource: Resource<R>;
  /** Values of the `{…}` parts, decoded. */
  params: Readonly<Record<string, string>>;
}

/** Longer than the longest valid path would be with every character percent-encoded. */
export const PATH_CHARS_MAX = 1_024;

/** The address from its path on: a proxy may send it with scheme and host. */
export const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');

/** The path and the query string of an address. */
export const splitTarget = (target: string): [path: string, query: string] => {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
};

/** Finds the resource of a path: `malformed` if its percent-encoding is broken, null if there is none. */
export const makeRouter = <R extends Addressable>(routes: readonly R[]) => {
  const resources = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    parts: path.split('/'),
    resource: makeResource(path, ofPath),
  }));

  return (path: string): Match<R> | 'malformed' | null => {
    if (path.length > PATH_CHARS_MAX) return null;
    const segments = decodeSegments(path);
    if (segments === null) return 'malformed';
    for (const { parts, resource } of resources) {
      const params = bind(parts, segments);
      if (params !== null) return { resource, params };
    }
    return null;
  };
};

const makeResource = <R extends Addressable>(path: string, routes: readonly R[]): Resource<R> => {
  const methods = new Map<string, R>(routes.map((route) => [route.method, route]));
  const get = methods.get('GET');
  // Node leaves out the body of an answer to HEAD by itself.
  if (get !== undefined) methods.set('HEAD', get);
  return { path, methods, allow: [...methods.keys(), 'OPTIONS'].sort().join(', ') };
};

/** Splits before it decodes, so that an encoded slash stays inside its segment. */
const decodeSegments = (path: string): string[] | null => {
  const segments = path.split('/');
  try {
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
};

/** The values of the `{…}` parts; null if the path does not match. */
const bind = (
  parts: readonly string[],
  segments: readonly string[],
): Record<string, string> | null => {
  if (parts.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const segment = segments[i] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return null;
    } else if (segment === '') return null;
    else params[part.slice(1, -1)] = segment;
  }
  return params;
};
