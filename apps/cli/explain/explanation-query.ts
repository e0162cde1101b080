/** What the command asks for, and the shape of the answer. */
export interface Explanation {
  readonly schedulerName: string;
  readonly pod: {
    readonly metadata: { readonly name: string; readonly namespace: string };
    readonly spec: { readonly nodeName: string | null };
  };
  readonly gates: readonly string[];
  readonly selectedNode: Named | null;
  readonly nominated: boolean;
  readonly ties: readonly Named[];
  readonly feasibleCount: number;
  readonly evaluatedCount: number;
  readonly message: string;
  readonly nodes: readonly NodeVerdict[];
  readonly preemption: {
    readonly node: Named;
    readonly victims: readonly NamedPod[];
    readonly pdbViolations: number;
    readonly candidates: readonly {
      readonly node: Named;
      readonly victims: readonly NamedPod[];
      readonly pdbViolations: number;
      readonly outrankedBy: string | null;
    }[];
  } | null;
  readonly preemptionRefused: string | null;
  readonly extenders: readonly {
    readonly url: string;
    readonly ignorable: boolean;
    readonly interested: boolean;
    readonly problems: readonly string[];
  }[];
  readonly resourceVersion: string;
}

export interface NodeVerdict {
  readonly node: Named;
  readonly feasible: boolean;
  readonly filters: readonly {
    readonly plugin: string;
    readonly predicate: string | null;
    readonly passed: boolean;
    readonly reasons: readonly string[];
    readonly detail: unknown;
  }[];
  readonly scores: readonly Score[];
  readonly total: number | null;
  readonly rank: number | null;
  readonly preemption: { readonly role: string; readonly reason: string | null } | null;
}

export interface Score {
  readonly plugin: string;
  readonly priority: string | null;
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
  readonly weighted: number;
}

interface Named {
  readonly metadata: { readonly name: string };
}

interface NamedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

const POD_NAME = 'metadata { name namespace }';
const NODE_NAME = 'metadata { name }';
const SCORES = 'scores { plugin priority raw normalized weight weighted }';

export const EXPLAIN_QUERY = `query Explain($input: ExplainSchedulingInput!) {
  explainScheduling(input: $input) {
    schedulerName pod { ${POD_NAME} spec { nodeName } } gates selectedNode { ${NODE_NAME} } nominated
    ties { ${NODE_NAME} } feasibleCount evaluatedCount message preemptionRefused resourceVersion
    extenders { url ignorable interested problems }
    nodes {
      node { ${NODE_NAME} } feasible total rank preemption { role reason }
      filters { plugin predicate passed code reasons detail } ${SCORES}
    }
    preemption {
      node { ${NODE_NAME} } victims { ${POD_NAME} } pdbViolations
      candidates { node { ${NODE_NAME} } victims { ${POD_NAME} } pdbViolations outrankedBy }
    }
  }
}`;

/** A past decision. */
export interface Decision {
  readonly time: string;
  readonly attempt: number;
  readonly schedulerName: string;
  readonly outcome: string;
  readonly nodeName: string | null;
  readonly message: string;
  readonly evaluatedCount: number;
  readonly feasibleCount: number;
  readonly rejections: readonly { readonly plugin: string; readonly reason: string; readonly count: number }[];
  readonly best: readonly { readonly nodeName: string; readonly total: number; readonly scores: readonly Score[] }[];
  readonly tieCount: number;
  readonly tieNames: readonly string[];
  readonly preemption: {
    readonly nodeName: string;
    readonly victims: readonly { readonly namespace: string; readonly name: string; readonly priority: number }[];
    readonly outranked: readonly { readonly nodeName: string; readonly outrankedBy: string | null }[];
  } | null;
}

export const HISTORY_QUERY = `query History($filter: SchedulingDecisionFilter!) {
  schedulingDecisions(filter: $filter, first: 20) {
    nodes {
      time attempt schedulerName outcome nodeName message evaluatedCount feasibleCount tieCount tieNames
      rejections { plugin reason count nodeNames } best { nodeName total ${SCORES} }
      preemption { nodeName victims { namespace name priority } pdbViolations outranked { nodeName victimCount outrankedBy } }
    }
  }
}`;
