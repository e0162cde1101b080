import { Extensions } from '@nestjs/graphql';
import type { AccessRule } from '@orrery/actions';

/** Name of the extension of a root field that contains its rule. */
export const ACCESS_RULE = 'accessRule';

/** The right that a root query, mutation or subscription requires. A root field without one stops the start of the server. */
export function Requires(rule: AccessRule): MethodDecorator {
  return Extensions({ [ACCESS_RULE]: rule }) as MethodDecorator;
}
