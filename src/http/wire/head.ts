/** Headers as a flat list of names and values. */
export type HeaderList = readonly string[];

/** Headers as they stand in a message: a line for each, with its end. */
export type HeaderLines = string;

const known = new WeakMap<HeaderList, HeaderLines>();

/** Most lists are the same ones all the time. */
export const linesOf = (list: HeaderList): HeaderLines => {
  let lines = known.get(list);
  if (lines === undefined) {
    lines = '';
    for (let i = 0; i < list.length; i += 2) lines += `${list[i]}: ${list[i + 1]}\r\n`;
    known.set(list, lines);
  }
  return lines;
};

/** Back again, for Node's own responses. */
export const listOf = (lines: HeaderLines): string[] =>
  lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
