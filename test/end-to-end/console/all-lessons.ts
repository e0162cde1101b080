import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../../apps/console/src/lessons/lesson';
import { readLesson } from '../../../apps/console/src/lessons/read-lesson';

const FOLDER = join(__dirname, '../../../apps/console/lessons');

/** Reads the lessons of the console in their order, as its build does. */
export function allLessons(): readonly Lesson[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => readLesson(file, readFileSync(join(FOLDER, file), 'utf8')));
}
