import { boolean, fields, integer, listOf, oneOf, string, type ValueOf } from '@orrery/documents';
import { EXTENDER } from '../extender-settings';

/** The format of a Policy. */
export const POLICY = fields({
  kind: string(),
  apiVersion: string(),
  version: string(),
  predicates: listOf(
    fields({
      name: string(),
      argument: fields({
        serviceAffinity: fields({ labels: listOf(string()) }),
        labelsPresence: fields({ labels: listOf(string()), presence: boolean() }),
      }),
    }),
  ),
  priorities: listOf(
    fields({
      name: string(),
      weight: integer(),
      argument: fields({
        serviceAntiAffinity: fields({
          label: oneOf<string | readonly string[]>('must be a label or a list of labels', string(), listOf(string())),
        }),
        labelPreference: fields({ label: string(), presence: boolean() }),
        requestedToCapacityRatioArguments: fields({
          shape: listOf(fields({ utilization: integer(), score: integer() })),
          resources: listOf(fields({ name: string(), weight: integer() })),
        }),
      }),
    }),
  ),
  hardPodAffinitySymmetricWeight: integer(),
  alwaysCheckAllPredicates: boolean(),
  extenders: listOf(EXTENDER),
});

/** A Policy as its text has it, types checked. */
export type PolicyDocument = ValueOf<typeof POLICY>;
export type PredicatePolicy = NonNullable<PolicyDocument['predicates']>[number];
export type PriorityPolicy = NonNullable<PolicyDocument['priorities']>[number];
