/** An absolute path without `.`, `..` and doubled slashes; `/` is the root. */
export function absolutePath(path: string, workingDir: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${workingDir}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The directory that holds an absolute path. */
export function parentOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** The last part of a path. */
export function baseName(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  const start = path.lastIndexOf('/', end - 1) + 1;
  return path.slice(start, end);
}

/** A path within a directory. */
export function joinPath(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}
