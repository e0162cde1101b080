import {
  duplicateField,
  forbiddenField,
  invalidField,
  qualifiedNameErrors,
  renderFieldError,
  requiredField,
  unsupportedField,
  type FieldError,
} from '@orrery/api-types';
import { PluginArgsError } from '../../framework/plugin-args-error';
import type { RawConstraint } from './spread-constraint';

/** Where the constraints of pods without own ones come from. */
export const DefaultingType = { System: 'System', List: 'List' } as const;
export type DefaultingType = (typeof DefaultingType)[keyof typeof DefaultingType];

/** Arguments of PodTopologySpread with defaults filled in. */
export interface TopologySpreadArgs {
  /** Constraints of pods without own ones; their selector is the pod's default selector. */
  readonly defaultConstraints: readonly RawConstraint[];
  /** They are the system's: nodes without a topology label are treated leniently. */
  readonly areSystemDefaults: boolean;
}

const SYSTEM_CONSTRAINTS: readonly RawConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'] as const;

interface RawArgs {
  readonly defaultConstraints?: readonly RawConstraint[];
  readonly defaultingType?: string;
}

/** Reads the arguments. Throws PluginArgsError listing everything that is wrong. */
export function readTopologySpreadArgs(args: unknown): TopologySpreadArgs {
  const { defaultConstraints = [], defaultingType = DefaultingType.System } = (args ?? {}) as RawArgs;
  const errors: FieldError[] = [];
  if (!Object.hasOwn(DefaultingType, defaultingType)) {
    errors.push(unsupportedField('defaultingType', defaultingType, Object.values(DefaultingType)));
  }
  const areSystemDefaults = defaultingType === DefaultingType.System;
  if (areSystemDefaults && defaultConstraints.length > 0) {
    errors.push(invalidField('defaultingType', defaultingType, 'when .defaultConstraints are not empty'));
  }
  defaultConstraints.forEach((constraint, i) => validateConstraint(constraint, `defaultConstraints[${i}]`, errors));
  errors.push(...repeated(defaultConstraints));
  if (errors.length > 0) throw new PluginArgsError(errors.map(renderFieldError));
  return { defaultConstraints: areSystemDefaults ? SYSTEM_CONSTRAINTS : defaultConstraints, areSystemDefaults };
}

function validateConstraint(constraint: RawConstraint, path: string, errors: FieldError[]): void {
  const { maxSkew = 0, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
  if (maxSkew <= 0) errors.push(invalidField(`${path}.maxSkew`, maxSkew, 'not in valid range (0, inf)'));
  if (!topologyKey) errors.push(requiredField(`${path}.topologyKey`, 'can not be empty'));
  else {
    for (const text of qualifiedNameErrors(topologyKey)) {
      errors.push(invalidField(`${path}.topologyKey`, topologyKey, text));
    }
  }
  if (!whenUnsatisfiable) errors.push(requiredField(`${path}.whenUnsatisfiable`, 'can not be empty'));
  else if (!(ACTIONS as readonly string[]).includes(whenUnsatisfiable)) {
    errors.push(unsupportedField(`${path}.whenUnsatisfiable`, whenUnsatisfiable, ACTIONS));
  }
  if (labelSelector) {
    const detail = 'constraint must not define a selector, as they deduced for each pod';
    errors.push(forbiddenField(`${path}.labelSelector`, detail));
  }
}

function repeated(constraints: readonly RawConstraint[]): FieldError[] {
  const seen = new Set<string>();
  return constraints.flatMap(({ topologyKey, whenUnsatisfiable }, i) => {
    const pair = `{${topologyKey}, ${whenUnsatisfiable}}`;
    if (seen.has(pair)) return [duplicateField(`defaultConstraints[${i}]`, pair)];
    seen.add(pair);
    return [];
  });
}
