/** The weights in a header such as `Accept-Encoding`, by name in lower case: of `gzip;q=0.5` 0.5, of `gzip` 1. */
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
