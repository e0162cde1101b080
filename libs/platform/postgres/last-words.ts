import type { ChildProcess } from 'node:child_process';

const KEPT = 4000;

/** Keeps the last words of a child process, for error messages. */
export function lastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-KEPT);
  });
  return () => words.trim();
}
