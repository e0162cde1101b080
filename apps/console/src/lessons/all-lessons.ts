import type { Lesson } from './lesson';

/** Read and checked at the build (`vite.config.mjs`). */
const FILES = import.meta.glob<Lesson>('../../lessons/*.yaml', { eager: true, import: 'default' });

/** The lessons, in the order of their files: that in which they are best taken. */
export const LESSONS: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((file) => FILES[file]!);
