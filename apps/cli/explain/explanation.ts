import type { ExplainSchedulingQuery, SchedulingDecisionsQuery } from '@orrery/sdk';

/** Where a pod goes, or would go, and why. */
export type Explanation = ExplainSchedulingQuery['explainScheduling'];
export type NodeVerdict = Explanation['nodes'][number];
export type Score = NodeVerdict['scores'][number];

/** A past decision. */
export type Decision = SchedulingDecisionsQuery['schedulingDecisions']['nodes'][number];
