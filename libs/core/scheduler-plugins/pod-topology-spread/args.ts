import {
  duplicateField,
  forbiddenField,
  invalidField,
  qualifiedNameErrors,
  requiredField,
  unsupportedField,
  type FieldError,
} from '@orrery/api-types';
import { anyObject, fields, integer, listOf, oneOfTexts, string, withDefault, type ValueOf } from '@orrery/documents';
import type { RawConstraint } from './spread-constraint';

/** Sources of the constraints of pods without own ones. */
const DefaultingType = { System: 'System', List: 'List' } as const;
type DefaultingType = (typeof DefaultingType)[keyof typeof DefaultingType];

/** Settings of the constraints of PodTopologySpread for pods without own ones. */
export interface TopologySpreadSettings {
  /** Their selector is the pod's default selector. */
  readonly defaultConstraints: readonly RawConstraint[];
  /** True for the system's constraints: nodes without a topology label are treated leniently. */
  readonly areSystemDefaults: boolean;
}

const SYSTEM_CONSTRAINTS: readonly RawConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'] as const;

const CONSTRAINT = fields({
  maxSkew: integer(),
  topologyKey: string(),
  whenUnsatisfiable: string(),
  labelSelector: anyObject(),
  minDomains: integer(),
  nodeAffinityPolicy: string(),
  nodeTaintsPolicy: string(),
  matchLabelKeys: listOf(string()),
});

/** Arguments of PodTopologySpread (`PodTopologySpreadArgs` upstream). */
export const TOPOLOGY_SPREAD_ARGS = fields(
  {
    defaultingType: withDefault(
      oneOfTexts(Object.values(DefaultingType), {
        about: "Whether pods without constraints get the system's or a list.",
      }),
      DefaultingType.System,
    ),
    defaultConstraints: withDefault(
      listOf(CONSTRAINT, {
        about: 'The list.',
        check: (constraints) => [...constraints.flatMap(constraintProblems), ...repeated(constraints)],
      }),
      [],
    ),
  },
  {
    check: ({ defaultingType, defaultConstraints }) =>
      defaultingType === DefaultingType.System && defaultConstraints.length > 0
        ? [invalidField('.defaultingType', defaultingType, 'when .defaultConstraints are not empty')]
        : undefined,
  },
);
export type TopologySpreadArgs = ValueOf<typeof TOPOLOGY_SPREAD_ARGS>;

/** Arguments as the plugin works with them. */
export function topologySpreadSettings({
  defaultingType,
  defaultConstraints,
}: TopologySpreadArgs): TopologySpreadSettings {
  const areSystemDefaults = defaultingType === DefaultingType.System;
  return {
    defaultConstraints: areSystemDefaults ? SYSTEM_CONSTRAINTS : (defaultConstraints as readonly RawConstraint[]),
    areSystemDefaults,
  };
}

type Constraint = ValueOf<typeof CONSTRAINT>;

function constraintProblems(
  { maxSkew = 0, topologyKey, whenUnsatisfiable, labelSelector }: Constraint,
  i: number,
): FieldError[] {
  const errors: FieldError[] = [];
  const at = (field: string): string => `[${i}].${field}`;
  if (maxSkew <= 0) errors.push(invalidField(at('maxSkew'), maxSkew, 'not in valid range (0, inf)'));
  if (!topologyKey) errors.push(requiredField(at('topologyKey'), 'can not be empty'));
  else {
    for (const text of qualifiedNameErrors(topologyKey)) {
      errors.push(invalidField(at('topologyKey'), topologyKey, text));
    }
  }
  if (!whenUnsatisfiable) errors.push(requiredField(at('whenUnsatisfiable'), 'can not be empty'));
  else if (!(ACTIONS as readonly string[]).includes(whenUnsatisfiable)) {
    errors.push(unsupportedField(at('whenUnsatisfiable'), whenUnsatisfiable, ACTIONS));
  }
  if (labelSelector) {
    const detail = 'constraint must not define a selector, as they deduced for each pod';
    errors.push(forbiddenField(at('labelSelector'), detail));
  }
  return errors;
}

function repeated(constraints: readonly Constraint[]): FieldError[] {
  const seen = new Set<string>();
  return constraints.flatMap(({ topologyKey, whenUnsatisfiable }, i) => {
    const pair = `{${topologyKey}, ${whenUnsatisfiable}}`;
    if (seen.has(pair)) return [duplicateField(`[${i}]`, pair)];
    seen.add(pair);
    return [];
  });
}
