import { withDefault } from '@orrery/documents';
import { argsOf, BOOL, broken, SELECTION, STRINGS } from '../../policy/args-schema';

const ACTIONS: readonly string[] = ['DoNotSchedule', 'ScheduleAnyway'];

/** Arguments of RemovePodsViolatingTopologySpreadConstraint. */
export const TOPOLOGY_SPREAD_ARGS = argsOf(
  'RemovePodsViolatingTopologySpreadConstraintArgs',
  {
    ...SELECTION,
    constraints: withDefault(STRINGS, []),
    topologyBalanceNodeFit: withDefault(BOOL, true),
  },
  ({ constraints }) => {
    // The real descheduler prints its set of allowed words as Go prints a map.
    const allowed = ACTIONS.map((action) => `${action}:{}`).join(' ');
    return constraints
      .filter((constraint) => !ACTIONS.includes(constraint))
      .map((constraint) => broken('constraints', `constraint ${constraint} is not one of map[${allowed}]`));
  },
);
