import { withDefault, type ValueOf } from '@orrery/documents';
import { argsOf, BOOL, broken, SELECTION, STRINGS } from '../../policy/args-schema';

/** Arguments of RemovePodsViolatingNodeTaints. */
export const NODE_TAINTS_ARGS = argsOf(
  'RemovePodsViolatingNodeTaintsArgs',
  {
    ...SELECTION,
    includePreferNoSchedule: withDefault(BOOL, false),
    excludedTaints: withDefault(STRINGS, []),
    includedTaints: withDefault(STRINGS, []),
  },
  ({ excludedTaints, includedTaints }) =>
    excludedTaints.length > 0 && includedTaints.length > 0
      ? [broken('includedTaints', 'either includedTaints or excludedTaints can be set, but not both')]
      : [],
);
export type NodeTaintsArgs = ValueOf<typeof NODE_TAINTS_ARGS>;
