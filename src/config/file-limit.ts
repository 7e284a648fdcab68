/** Open files kept for everything but clients: the database, the private port, deliveries, logs. */
const FILES_RESERVED = 1_024;
/** Each connection takes about 10 KB: operators who want more must ask for it. */
export const CONNECTIONS_DEFAULT_MAX = 65_536;
export const CONNECTIONS_PER_ADDRESS_DEFAULT_MAX = 256;

/** The connections that leave enough files for the rest, if the process may open `openFiles` of them. */
export const connectionsWithin = (openFiles: number): number =>
  Math.max(Math.floor(openFiles / 2), openFiles - FILES_RESERVED);

/** Connections of the private listener: fewer than the files that clients leave it. */
export const privateConnectionsWithin = (openFiles: number): number =>
  Math.min(1_000, Math.floor(openFiles / 4));

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
