import type { Config } from './config.ts';

/** Open files kept for everything but clients: the database, the private port, deliveries, logs. */
const FILES_RESERVED = 1_024;
/** Each connection takes about 10 KB: operators who want more must ask for it. */
export const CONNECTIONS_DEFAULT_MAX = 65_536;
const CONNECTIONS_PER_ADDRESS_DEFAULT_MAX = 256;

/** The connections that leave enough files for the rest, if the process may open `openFiles` of them. */
export const connectionsWithin = (openFiles: number): number =>
  Math.max(Math.floor(openFiles / 2), openFiles - FILES_RESERVED);

/** Warns if CONNECTIONS_MAX exceeds the files that the process may open: a flood would then starve the private port too. */
export const publicConnections = (
  config: Pick<Config, 'connectionsMax' | 'connectionsPerAddressMax' | 'stallSeconds'>,
  openFiles: number,
  warn: (facts: object, message: string) => void,
) => {
  const safe = connectionsWithin(openFiles);
  const total = config.connectionsMax ?? Math.min(safe, CONNECTIONS_DEFAULT_MAX);
  if (total > safe) {
    warn(
      { openFiles, safe },
      'CONNECTIONS_MAX is too high for the limit on open files: raise ulimit -n, or a flood takes the private port down',
    );
  }
  return {
    total,
    perAddress: config.connectionsPerAddressMax ?? CONNECTIONS_PER_ADDRESS_DEFAULT_MAX,
    isLocalCounted: config.connectionsPerAddressMax !== null,
    stallMs: config.stallSeconds * 1_000,
  };
};

/** The private port leaves most files to clients. */
export const privateConnections = (openFiles: number) => ({
  total: Math.min(1_000, Math.floor(openFiles / 4)),
  perAddress: CONNECTIONS_PER_ADDRESS_DEFAULT_MAX,
  isLocalCounted: false,
});

/** The system's limit on the open files of this process (`ulimit -n`); infinite if it tells none. */
export const openFilesMax = (): number => {
  // Otherwise the report looks up the names of all open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};
