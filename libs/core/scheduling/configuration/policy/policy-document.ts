import { EXTENDER, type RawExtender } from '../extender-settings';
import { BOOLEAN, fieldsOf, INTEGER, listOf, oneOf, STRING, STRINGS } from '../structure';

/** A Policy as its text has it, types checked. */
export interface PolicyDocument {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly version?: string;
  /** Absent: the defaults. */
  readonly predicates?: readonly PredicatePolicy[];
  readonly priorities?: readonly PriorityPolicy[];
  readonly hardPodAffinitySymmetricWeight?: number | bigint;
  readonly alwaysCheckAllPredicates?: boolean;
  readonly extenders?: readonly RawExtender[];
}

export interface PredicatePolicy {
  readonly name?: string;
  readonly argument?: {
    readonly serviceAffinity?: { readonly labels?: readonly string[] };
    readonly labelsPresence?: { readonly labels?: readonly string[]; readonly presence?: boolean };
  };
}

export interface PriorityPolicy {
  readonly name?: string;
  readonly weight?: number | bigint;
  readonly argument?: {
    readonly serviceAntiAffinity?: { readonly label?: string | readonly string[] };
    readonly labelPreference?: { readonly label?: string; readonly presence?: boolean };
    readonly requestedToCapacityRatioArguments?: RatioArguments;
  };
}

export interface RatioArguments {
  readonly shape?: readonly { readonly utilization?: number; readonly score?: number }[];
  readonly resources?: readonly { readonly name: string; readonly weight?: number }[];
}

export const POLICY = fieldsOf({
  kind: STRING,
  apiVersion: STRING,
  version: STRING,
  predicates: listOf(
    fieldsOf({
      name: STRING,
      argument: fieldsOf({
        serviceAffinity: fieldsOf({ labels: STRINGS }),
        labelsPresence: fieldsOf({ labels: STRINGS, presence: BOOLEAN }),
      }),
    }),
  ),
  priorities: listOf(
    fieldsOf({
      name: STRING,
      weight: INTEGER,
      argument: fieldsOf({
        serviceAntiAffinity: fieldsOf({ label: oneOf('must be a label or a list of labels', STRING, STRINGS) }),
        labelPreference: fieldsOf({ label: STRING, presence: BOOLEAN }),
        requestedToCapacityRatioArguments: fieldsOf({
          shape: listOf(fieldsOf({ utilization: INTEGER, score: INTEGER })),
          resources: listOf(fieldsOf({ name: STRING, weight: INTEGER })),
        }),
      }),
    }),
  ),
  hardPodAffinitySymmetricWeight: INTEGER,
  alwaysCheckAllPredicates: BOOLEAN,
  extenders: listOf(EXTENDER),
});
