import { type MakeFormat, NOTHING } from '../format.ts';

/** One JSON object a row, with the columns as its fields. */
export const makeNdjson: MakeFormat = (columns) => {
  const names = columns.map(({ name }) => JSON.stringify(name));
  return {
    add: (rows) => {
      let text = '';
      for (const row of rows) {
        const fields = row.map((value, i) => `${names[i]}:${JSON.stringify(value)}`);
        text += `{${fields.join()}}\n`;
      }
      return Buffer.from(text);
    },
    end: () => NOTHING,
  };
};
