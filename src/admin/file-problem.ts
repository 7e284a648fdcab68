const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'it exists already',
};

/** What is wrong with a file, without the system call and the code. */
export const fileProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return FILE_PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
};
