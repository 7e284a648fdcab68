import pg from 'pg';

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
type QueryArguments = [config: pg.QueryConfig | string, values?: unknown[], callback?: Callback];

/**
 * For a promise, and for `query_timeout`, `pg` assigns a function literal to a property of the query. V8 allocates such
 * functions in its old generation, where they keep alive all that they refer to: rows pile up until the whole heap is
 * collected, and requests wait for that. Callbacks and a timer of ours leave nothing behind.
 */
export class Client extends pg.Client {
  readonly #answerMs: number | null;
  /** Whether the server is a standby. It reports this unasked when a connection opens, and when it changes. */
  isStandby = false;

  constructor({ query_timeout, ...config }: pg.ClientConfig = {}) {
    super(config);
    this.#answerMs = query_timeout ?? null;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
  }

  /** Has the signature that `pg` declares, but supports no cursors and streams. */
  override query(...given: never[]): never {
    const [config, values, callback] = given as unknown as QueryArguments;
    if (callback !== undefined) return this.#send(config, values, callback) as never;
    return new Promise((resolve, reject) => {
      this.#send(config, values, (error, result) => (error ? reject(error) : resolve(result)));
    }).catch(rethrowFromCaller) as never;
  }

  #send(config: QueryArguments[0], values: QueryArguments[1], callback: Callback): void {
    const ms = this.#answerMs;
    const timer = ms === null ? undefined : setTimeout(() => this.#giveUp(), ms);
    const onAnswer: Callback = (error, result) => {
      clearTimeout(timer);
      callback(error, result);
    };
    Reflect.apply(super.query, this, [config, values, onAnswer]);
  }

  /** Fails all queries on this connection: their answers come after that of the one that hangs. */
  #giveUp(): void {
    this.connection.stream.destroy(new Error('Query read timeout'));
  }
}

/** Gives an error the stack of the caller: that of `pg` begins at the socket, and does not show who sent the query. */
const rethrowFromCaller = (error: Error): never => {
  Error.captureStackTrace(error);
  throw error;
};
