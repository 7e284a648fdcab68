/** Files for everything but clients: the database, the private port, deliveries, logs. */
const FILES_RESERVED = 1_024;
/** More only if it is asked for: each connection takes about 10 KB. */
export const CONNECTIONS_DEFAULT_MAX = 65_536;
export const CONNECTIONS_PER_ADDRESS_DEFAULT_MAX = 256;

/** How many connections leave enough, where the process may have so many files open. */
export const connectionsWithin = (openFiles: number): number =>
  Math.max(Math.floor(openFiles / 2), openFiles - FILES_RESERVED);

/** The limit of the system (`ulimit -n`) on this process; infinite where it tells none. */
export const openFilesMax = (): number => {
  // Else it looks up the names of all open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};
