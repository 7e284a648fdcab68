/** The database cannot be used: the message is one line for the operator, and says what to do. */
export class StorageUnusableError extends Error {
  override name = 'StorageUnusableError';
}

/** The database does not answer now; the caller may try again. Nothing of the attempt was kept. */
export class StorageBusyError extends Error {
  override name = 'StorageBusyError';
}

/**
 * The connection broke while a commit was under way: it may have been carried out or not. Commands
 * sent again with their `clave` are carried out once either way.
 */
export class StorageUncertainError extends StorageBusyError {
  override name = 'StorageUncertainError';
}
