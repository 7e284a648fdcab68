/** What `Accept-Encoding` and its like accept, in lower case, each with its weight: `gzip;q=0.5` is 0.5, `gzip` is 1. */
export const readQualityValues = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    weights.set(name, weightOf(parameters));
  }
  return weights;
};

const weightOf = (parameters: readonly string[]): number => {
  const q = parameters.find((each) => each.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return Number.isFinite(weight) ? weight : 0;
};
