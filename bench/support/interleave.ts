/** Measures the items in turn, several times, so that other load on the machine affects all of them alike. Gives the results of each. */
export const interleave = async <T, R>(
  items: readonly T[],
  rounds: number,
  measure: (item: T, round: number) => Promise<R>,
): Promise<R[][]> => {
  const results: R[][] = items.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [i, item] of items.entries()) results[i]?.push(await measure(item, round));
  }
  return results;
};
