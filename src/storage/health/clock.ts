/** How a statement reads the time. */
export interface DatabaseClock {
  sql: string;
  /** Whether it may be another machine's. */
  isRemote: boolean;
}
