/** The number of single edits between two words: a letter missing, added or changed, or two neighbours swapped. */
const editDistance = (a: string, b: string): number => {
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? i + j;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows[i] = row;
    for (let j = 1; j <= b.length; j += 1) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + changed];
      row.push(Math.min(...edits, ...(isSwap ? [at(i - 2, j - 2) + 1] : [])));
    }
  }
  return at(a.length, b.length);
};

export const nearest = (
  word: string,
  candidates: readonly string[],
  maxDistance: number,
): string | undefined =>
  candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= maxDistance)
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
