import { useState } from 'react';

interface Props {
  label: string;
  columns: readonly { short: string; long: string }[];
  rows: readonly { name: string; values: readonly number[] }[];
  format(value: number): string;
}

const LABEL_EVERY = 2;
/** The shade of the smallest value, so that it differs from nothing. */
const FAINTEST = 0.12;

/** A table whose cells are darker the higher their value; pointing at one shows the value. */
export const HeatMap = ({ label, columns, rows, format }: Props) => {
  const [at, setAt] = useState<{ row: string; column: string; value: number } | null>(null);
  const most = Math.max(...rows.flatMap(({ values }) => values), 0);
  const shade = (value: number): number =>
    value === 0 || most === 0 ? 0 : FAINTEST + (1 - FAINTEST) * (value / most);
  return (
    <div className="heat">
      <table onPointerLeave={() => setAt(null)}>
        <caption className="hidden-text">{label}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ short, long }, i) => (
              <th key={long} scope="col">
                <span className="hidden-text">{long}</span>
                <span aria-hidden="true">{i % LABEL_EVERY === 0 ? short : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, i) => {
                const column = columns[i]?.long ?? '';
                return (
                  <td
                    key={column}
                    style={{ '--heat': shade(value) } as React.CSSProperties}
                    onPointerEnter={() => setAt({ row: name, column, value })}
                  >
                    <span className="hidden-text">{format(value)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="readout" aria-hidden="true">
        {at !== null && (
          <>
            <strong>
              {at.row}, {at.column}
            </strong>
            <span>{format(at.value)}</span>
          </>
        )}
      </p>
    </div>
  );
};
