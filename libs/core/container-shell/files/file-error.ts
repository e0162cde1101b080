/** Problems of a path, with the texts that programs print. */
export const FileProblem = {
  Missing: 'No such file or directory',
  IsDirectory: 'Is a directory',
  NotDirectory: 'Not a directory',
  Exists: 'File exists',
  NotEmpty: 'Directory not empty',
  ReadOnly: 'Read-only file system',
  NoSpace: 'No space left on device',
  Busy: 'Device or resource busy',
  NameTooLong: 'File name too long',
} as const;
export type FileProblem = (typeof FileProblem)[keyof typeof FileProblem];

/** A path with which something cannot be done. */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(
    readonly path: string,
    readonly problem: FileProblem,
  ) {
    super(`${path}: ${problem}`);
  }
}
