/** The code that Node or the operating system gave the error; '' if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

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

/** Explains to the user what is wrong with a file that they named. */
export const fileProblem = (error: unknown): string =>
  FILE_PROBLEMS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
