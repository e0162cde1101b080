/** Progress of a lesson that was begun in this tab. */
export interface LessonProgress {
  /** The cluster that was made for it. */
  readonly cluster: string;
  /** Steps that are done. */
  readonly done: number;
}

const DONE = 'orrery.lessons.done';

function keyOf(lesson: string): string {
  return `orrery.lesson.${lesson}`;
}

/** Returns the saved progress, from which a lesson continues when the user returns to it in the same tab. */
export function readProgress(lesson: string): LessonProgress | undefined {
  const text = sessionStorage.getItem(keyOf(lesson));
  // Written below and by nothing else.
  return text === null ? undefined : (JSON.parse(text) as LessonProgress);
}

export function writeProgress(lesson: string, progress: LessonProgress | undefined): void {
  if (progress === undefined) sessionStorage.removeItem(keyOf(lesson));
  else sessionStorage.setItem(keyOf(lesson), JSON.stringify(progress));
}

/** Lessons whose question was answered in this browser. */
export function doneLessons(): ReadonlySet<string> {
  return new Set((localStorage.getItem(DONE) ?? '').split(' ').filter(Boolean));
}

export function finishLesson(lesson: string): void {
  localStorage.setItem(DONE, [...new Set([...doneLessons(), lesson])].join(' '));
}
