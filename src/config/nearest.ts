/**
 * The number of single edits between two words: a letter missing, added or changed, or two neighbours
 * that changed places, which is how most words are mistyped.
 */
export const editDistance = (a: string, b: string): number => {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(older, j - 2) + 1);
      }
      row.push(best);
    }
    older = previous;
    previous = row;
  }
  return at(previous, b.length);
};

const at = (row: readonly number[], index: number): number => row[index] ?? 0;

/** The word that was most likely meant, if one is near enough for a guess to help. */
export const nearest = (
  word: string,
  candidates: readonly string[],
  maxDistance: number,
): string | undefined => {
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
};
