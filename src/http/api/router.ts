/** What there is to know of a route to find it. */
interface Addressable {
  method: string;
  path: string;
}

/** A path of the API with all that may be done to it. */
export interface Resource<R extends Addressable> {
  /** As in the route table: what logs and metrics name. */
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

/**
 * Finds the resource of a path below `/api`. Plain paths, as nearly all are, are compared one by one: few
 * are of the same length, and a map would first have to look up the text.
 */
export const makeRouter = <R extends Addressable>(routes: readonly R[]) => {
  const plain: { path: string; match: Match<R> }[] = [];
  const patterns: { parts: Part[]; resource: Resource<R> }[] = [];
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const resource = makeResource(path, ofPath);
    patterns.push({ parts: path.split('/').map(toPart), resource });
    if (!path.includes('{')) plain.push({ path, match: { resource, params: {} } });
  }

  return (path: string): Match<R> | 'malformed' | null => {
    for (const each of plain) if (each.path === path) return each.match;
    const isEncoded = path.includes('%');
    if (isEncoded && !isWellEncoded(path)) return 'malformed';
    for (const { parts, resource } of patterns) {
      const params = bind(parts, path, isEncoded);
      if (params !== null) return { resource, params };
    }
    return null;
  };
};

const makeResource = <R extends Addressable>(path: string, routes: readonly R[]): Resource<R> => {
  const methods = new Map<string, R>(routes.map((route) => [route.method, route]));
  const get = methods.get('GET');
  // Whatever can be read can be asked about: Node leaves out the body by itself.
  if (get !== undefined) methods.set('HEAD', get);
  return { path, methods, allow: [...methods.keys(), 'OPTIONS'].sort().join(', ') };
};

const isWellEncoded = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** A segment of a route's path: a text, or the name of whatever stands there. */
type Part = { text: string; name: null } | { text: null; name: string };

const toPart = (segment: string): Part =>
  segment.startsWith('{')
    ? { text: null, name: segment.slice(1, -1) }
    : { text: segment, name: null };

/**
 * The values of a path's `{…}` parts; null when it is none of this kind. Segment by segment, so that an
 * encoded slash stays inside its segment, and in place: the id of an order comes with every request.
 */
const bind = (
  parts: readonly Part[],
  path: string,
  isEncoded: boolean,
): Record<string, string> | null => {
  const params: Record<string, string> = {};
  let at = 0;
  for (const { text, name } of parts) {
    if (at > path.length) return null;
    const slash = path.indexOf('/', at);
    const end = slash < 0 ? path.length : slash;
    const segment = path.slice(at, end);
    const value = isEncoded ? decodeURIComponent(segment) : segment;
    if (text === null ? value === '' : value !== text) return null;
    if (name !== null) params[name] = value;
    at = end + 1;
  }
  return at > path.length ? params : null;
};
