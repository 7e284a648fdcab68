import { ByteSink } from '../byte-sink.ts';
import type { MakeFormat } from '../format.ts';

/** One JSON object a row, with the columns as its fields. */
export const makeNdjson: MakeFormat = (columns) => {
  const sink = new ByteSink();
  const keys = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return {
    add({ bytes, count, spans }) {
      for (let row = 0, at = 0; row < count; row += 1) {
        for (const key of keys) {
          const [start = 0, end = 0] = [spans[at], spans[at + 1]];
          sink.text(key);
          if (start === end) sink.text('null');
          else sink.copy(bytes, start, end);
          at += 2;
        }
        sink.text('}\n');
      }
      return sink.take();
    },
    end: () => sink.take(),
  };
};
