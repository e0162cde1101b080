import { withDefault } from '@orrery/documents';
import { argsOf, broken, SELECTION, STRINGS } from '../../policy/args-schema';

/** Halves of node affinity that the strategy may check. */
export const AffinityType = {
  Required: 'requiredDuringSchedulingIgnoredDuringExecution',
  Preferred: 'preferredDuringSchedulingIgnoredDuringExecution',
} as const;
export type AffinityType = (typeof AffinityType)[keyof typeof AffinityType];

/** Arguments of RemovePodsViolatingNodeAffinity. */
export const NODE_AFFINITY_ARGS = argsOf(
  'RemovePodsViolatingNodeAffinityArgs',
  { ...SELECTION, nodeAffinityType: withDefault(STRINGS, []) },
  ({ nodeAffinityType: types }) => {
    if (types.length === 0) return [broken('nodeAffinityType', 'nodeAffinityType needs to be set')];
    return types
      .filter((type) => type !== AffinityType.Required && type !== AffinityType.Preferred)
      .map((type) =>
        broken(
          'nodeAffinityType',
          `nodeAffinityType "${type}" must be ${AffinityType.Required} or ${AffinityType.Preferred}`,
        ),
      );
  },
);
