export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;

/** Part of a list that a client asks for; null counts as absent. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Validated page arguments: a number of items from the start or the end of the range between the cursors. */
export interface PageRequest {
  readonly size: number;
  readonly isFromEnd: boolean;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** Checks page arguments (spec api D2); throws BAD_USER_INPUT. */
export function pageRequest({ first, after, last, before }: PageArguments, most = MAX_PAGE_SIZE): PageRequest {
  if (first != null && last != null) throw badUserInput('specify only one of first, last');
  const size = first ?? last ?? DEFAULT_PAGE_SIZE;
  const name = last == null ? 'first' : 'last';
  if (size < 1 || size > most) throw badUserInput(`${name} must be between 1 and ${most}`);
  return { size, isFromEnd: last != null, after: after ?? undefined, before: before ?? undefined };
}
import { badUserInput } from '@orrery/actions';
