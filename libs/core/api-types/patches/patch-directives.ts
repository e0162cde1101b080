import { isRecord } from '../structure/is-record';
import { setOwn } from '../structure/own-field';

export type Json = Record<string, unknown>;

/** Keys by which a strategic merge patch says more than values; the last two are followed by the name of a field. */
export const Directive = {
  Patch: '$patch',
  RetainKeys: '$retainKeys',
  SetOrder: '$setElementOrder/',
  DeleteFromList: '$deleteFromPrimitiveList/',
} as const;

export function isDirective(key: string): boolean {
  return (
    key === Directive.Patch ||
    key === Directive.RetainKeys ||
    key.startsWith(Directive.SetOrder) ||
    key.startsWith(Directive.DeleteFromList)
  );
}

/** Class of a refusal, which decides its code: a patch that cannot be read (400), or one whose parts contradict each other (422). */
export const PatchProblem = { Format: 'format', Content: 'content' } as const;
export type PatchProblem = (typeof PatchProblem)[keyof typeof PatchProblem];

/** Ends the descent through a patch; never leaves the functions that apply one. */
export class PatchRefusal extends Error {
  constructor(
    message: string,
    readonly problem: PatchProblem,
  ) {
    super(message);
  }
}

export function refuse(message: string, problem: PatchProblem = PatchProblem.Format): PatchRefusal {
  return new PatchRefusal(message, problem);
}

/** A value that is added as a whole: without directives, nulls, and the items that they delete (`removeDirectives`). */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !(isRecord(item) && item[Directive.Patch] === 'delete')).map(withoutDirectives);
  }
  if (!isRecord(value)) return value;
  const kept: Json = {};
  for (const [key, part] of Object.entries(value)) {
    if (part !== null && !isDirective(key)) setOwn(kept, key, withoutDirectives(part));
  }
  return kept;
}
