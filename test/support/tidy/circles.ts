import type { Rule } from './rules.ts';
import { imports, resolve } from './source.ts';

const FOLDERS = /^(?:src|panel\/src|clients|bench|faults|scripts|test)\//;

/** No file imports itself through others; a type-only import counts, too. */
export const importCircles: Rule = (files) => {
  const graph = new Map(
    files
      .filter(({ path }) => FOLDERS.test(path))
      .map(({ path, text }) => [path, imports(text).map(({ target }) => resolve(path, target))]),
  );
  return findCircles(graph).map(
    (circle) =>
      `${[...circle, circle[0]].join(' → ')}: a circle of imports. Move what both ends need into a file of its own.`,
  );
};

type Graph = ReadonlyMap<string, readonly (string | null)[]>;

/** For each file that is in a circle but in none of those found before, the shortest circle through it. */
const findCircles = (graph: Graph): string[][] => {
  const circles: string[][] = [];
  for (const file of graph.keys()) {
    if (circles.some((circle) => circle.includes(file))) continue;
    const circle = shortestCircle(graph, file);
    if (circle !== null) circles.push(circle);
  }
  return circles;
};

const shortestCircle = (graph: Graph, start: string): string[] | null => {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return pathTo(file, start, cameFrom);
      if (next === null || !graph.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
};

const pathTo = (end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] => {
  const path = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    path.unshift(at);
  }
  return path;
};
