import pg from 'pg';

/** A statement that a connection sent within a transaction. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Recorder {
  /** Every prepared statement that was sent. */
  readonly texts: ReadonlySet<string>;
  readonly transactions: readonly (readonly Sent[])[];
}

/** Records the prepared statements that this process sends to PostgreSQL from now on. */
export const recordStatements = (): Recorder => {
  const texts = new Set<string>();
  const transactions: Sent[][] = [];
  const open = new WeakMap<object, Sent[]>();

  const note = (client: object, { name, text, values = [] }: pg.QueryConfig): void => {
    if (name === undefined) return;
    texts.add(text);
    if (/^(COMMIT|ROLLBACK)\b/.test(text)) {
      open.delete(client);
    } else if (/^BEGIN\b/.test(text)) {
      const sent: Sent[] = [];
      open.set(client, sent);
      transactions.push(sent);
    } else {
      open.get(client)?.push({ text, values });
    }
  };

  const prototype = pg.Client.prototype as { query(this: pg.Client, ...args: unknown[]): unknown };
  const query = prototype.query;
  prototype.query = function (...args) {
    const [config] = args;
    if (typeof config === 'object' && config !== null) note(this, config as pg.QueryConfig);
    return query.apply(this, args);
  };
  return { texts, transactions };
};
