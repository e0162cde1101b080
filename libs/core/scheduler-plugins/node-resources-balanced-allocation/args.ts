import { duplicateField, invalidField, type FieldError } from '@orrery/api-types';
import { fields, integer, listOf, string, withDefault, type ValueOf } from '@orrery/documents';

/** Arguments of NodeResourcesBalancedAllocation (`NodeResourcesBalancedAllocationArgs` upstream). */
export const BALANCED_ALLOCATION_ARGS = fields({
  resources: withDefault(
    listOf(fields({ name: withDefault(string(), ''), weight: integer() }), {
      about: 'Resources whose shares are compared; cpu and memory if there are none. Weights must be 1.',
      check: (resources): FieldError[] => {
        const seen = new Set<string>();
        return resources.flatMap(({ name, weight }, i) => {
          const problems: FieldError[] = [];
          if (weight !== undefined && weight !== 0 && weight !== 1) {
            problems.push(invalidField(`[${i}].weight`, weight, 'must be 1'));
          }
          if (seen.has(name)) problems.push(duplicateField(`[${i}].name`, name));
          seen.add(name);
          return problems;
        });
      },
    }),
    [],
  ),
});
export type BalancedAllocationArgs = ValueOf<typeof BALANCED_ALLOCATION_ARGS>;
