import type { RegexNode } from './parse.ts';

const CHARS = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ...['ſ', 'K', '٣', '\ud83d', '\u2028'],
];
const SPOILERS = ['\0', 'a'];

/**
 * Texts that make a backtracking engine work: a prefix that leads into a loop, then many repetitions of the loop's
 * body, then a character that makes the match fail.
 */
export const attacksOn = (root: RegexNode, chars: number): string[] => {
  const loops = [...findLoops(root, '')];
  const prefixes = new Set(['', ...loops.map(({ prefix }) => prefix)]);
  const pumps = new Set([
    ...distinctChars(root),
    ...loops.map(({ body }) => sampleOf(body)).filter((sample) => sample !== ''),
  ]);
  return [...prefixes].flatMap((prefix) =>
    [...pumps].flatMap((pump) => {
      const pumped = prefix + pump.repeat(Math.ceil(chars / pump.length));
      return SPOILERS.map((spoiler) => pumped.slice(0, chars - spoiler.length) + spoiler);
    }),
  );
};

function* findLoops(
  node: RegexNode,
  prefix: string,
): Generator<{ prefix: string; body: RegexNode }> {
  if (node.kind === 'sequence') {
    let before = prefix;
    for (const part of node.parts) {
      yield* findLoops(part, before);
      before += sampleOf(part);
    }
  } else if (node.kind === 'choice') {
    for (const option of node.options) yield* findLoops(option, prefix);
  } else if (node.kind === 'repeat') {
    if (node.max > 1) yield { prefix, body: node.body };
    yield* findLoops(node.body, prefix);
  } else if (node.kind === 'look') yield* findLoops(node.body, prefix);
}

/** A short text that the node matches. */
const sampleOf = (node: RegexNode): string => {
  switch (node.kind) {
    case 'char':
      return [...'a0 ', ...CHARS].find(node.matches) ?? '';
    case 'sequence':
      return node.parts.map(sampleOf).join('');
    case 'choice':
      return sampleOf(node.options[0] ?? { kind: 'sequence', parts: [] });
    case 'repeat':
      return sampleOf(node.body).repeat(node.min);
    case 'look':
      return '';
  }
};

/** One character for each way in which the expression's parts tell characters apart. */
const distinctChars = (root: RegexNode): string[] => {
  const tests: ((char: string) => boolean)[] = [];
  const visit = (node: RegexNode): void => {
    if (node.kind === 'char') tests.push(node.matches);
    else if (node.kind === 'sequence') node.parts.forEach(visit);
    else if (node.kind === 'choice') node.options.forEach(visit);
    else visit(node.body);
  };
  visit(root);
  const kinds = new Map<string, string>();
  for (const char of CHARS) {
    kinds.getOrInsert(tests.map((matches) => Number(matches(char))).join(''), char);
  }
  return [...kinds.values()];
};
