/** The code that Node and the operating system give an error; '' where there is none. */
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

/** What is wrong with a file, for whoever named it. */
export const fileProblem = (error: unknown): string =>
  FILE_PROBLEMS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
