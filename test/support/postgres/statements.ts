import pg from 'pg';

/** What a connection sent between BEGIN and its end. */
export interface Sent {
  readonly name: string;
  readonly values: readonly unknown[];
}

export interface Recorder {
  /** The text of each named statement that was sent. */
  readonly texts: ReadonlyMap<string, string>;
  readonly transactions: readonly (readonly Sent[])[];
}

/** Listens to everything that this process says to PostgreSQL from now on. */
export const recordStatements = (): Recorder => {
  const texts = new Map<string, string>();
  const transactions: Sent[][] = [];
  const open = new WeakMap<object, Sent[]>();

  const note = (client: object, { name, text, values = [] }: pg.QueryConfig): void => {
    if (name === undefined) return;
    texts.set(name, text);
    if (/^(COMMIT|ROLLBACK)\b/.test(text)) {
      open.delete(client);
    } else if (/^BEGIN\b/.test(text)) {
      const sent: Sent[] = [];
      open.set(client, sent);
      transactions.push(sent);
    } else {
      open.get(client)?.push({ name, values });
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
