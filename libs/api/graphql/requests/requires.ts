import { Extensions } from '@nestjs/graphql';
import type { AccessRule } from '@orrery/actions';

/** The extension of a root field under which its rule stands. */
export const ACCESS_RULE = 'accessRule';

/** The right that a root query, mutation or subscription requires. A root field without one stops the start of the server. */
export function Requires(rule: AccessRule): MethodDecorator {
  return Extensions({ [ACCESS_RULE]: rule }) as MethodDecorator;
}
