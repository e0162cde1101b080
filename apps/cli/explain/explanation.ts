import type { ExplainSchedulingQuery, SchedulingDecisionsQuery } from '@orrery/sdk';

/** Actual or predicted placement of a pod, with its reasons. */
export type Explanation = ExplainSchedulingQuery['explainScheduling'];
export type NodeVerdict = Explanation['nodes'][number];
export type Score = NodeVerdict['scores'][number];

/** A past decision. */
export type Decision = SchedulingDecisionsQuery['schedulingDecisions']['nodes'][number];
