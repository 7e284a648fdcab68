export type SourceValue = string | number | Uint8Array | null;

/** A database that is copied into another. Nobody else has it open. */
export interface CopySource {
  /** The tables, those first that others refer to, with the number of their rows. */
  tables: ReadonlyMap<string, number>;
  rows(table: string, columns: readonly string[]): Iterable<Record<string, SourceValue>>;
  close(): void;
}

export interface CopyOptions {
  signal: AbortSignal;
  /** Called with the number of all rows. The function that it gives is called with the number so far. */
  onBegin(total: number): (copied: number) => void;
}
