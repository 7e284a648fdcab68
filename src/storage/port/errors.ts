/** The database cannot be used. The message is one line that tells the operator what to do. */
export class StorageUnusableError extends Error {
  override name = 'StorageUnusableError';
}

/** The database does not answer now; nothing was stored, and the caller may try again. */
export class StorageBusyError extends Error {
  override name = 'StorageBusyError';
}

/** The database can be read and not written: its server was made read-only, or its disk is full. */
export class StorageReadOnlyError extends StorageBusyError {
  override name = 'StorageReadOnlyError';
}

/** A commit may or may not have taken place. Commands with a `clave` can be sent again: they are carried out once. */
export class StorageUncertainError extends StorageBusyError {
  override name = 'StorageUncertainError';
}
