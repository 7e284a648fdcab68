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

/** Finds the resource of a path below `/api`. Plain paths, as nearly all are, cost one lookup. */
export const makeRouter = <R extends Addressable>(routes: readonly R[]) => {
  const plain = new Map<string, Match<R>>();
  const patterns: { segments: string[]; resource: Resource<R> }[] = [];
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const resource = makeResource(path, ofPath);
    patterns.push({ segments: path.split('/'), resource });
    if (!path.includes('{')) plain.set(path, { resource, params: {} });
  }

  return (path: string): Match<R> | 'malformed' | null => {
    const found = plain.get(path);
    if (found !== undefined) return found;
    const segments = decode(path);
    if (segments === null) return 'malformed';
    for (const pattern of patterns) {
      const params = bind(pattern.segments, segments);
      if (params !== null) return { resource: pattern.resource, params };
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

/** Segment by segment, so that an encoded slash stays inside its segment. */
const decode = (path: string): string[] | null => {
  const segments = path.split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
};

const bind = (
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null => {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (let i = 0; i < pattern.length; i += 1) {
    const [part, segment] = [pattern[i] ?? '', segments[i] ?? ''];
    if (part.startsWith('{') && segment !== '') params[part.slice(1, -1)] = segment;
    else if (part !== segment) return null;
  }
  return params;
};
