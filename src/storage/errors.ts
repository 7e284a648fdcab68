/** The database cannot be used: the message is one line for the operator, and says what to do. */
export class StorageUnusableError extends Error {
  override name = 'StorageUnusableError';
}

/** The database does not answer now; the caller may try again. Nothing of the attempt was kept. */
export class StorageBusyError extends Error {
  override name = 'StorageBusyError';
}
