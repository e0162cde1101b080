import { plural } from '../words';

/** Role of a node in the preemption of pods of lower priority. */
export const NodeRole = {
  Chosen: 'chosen',
  Candidate: 'candidate',
  Refused: 'does not help',
} as const;
export type NodeRole = (typeof NodeRole)[keyof typeof NodeRole];

/** One node of a preemption. */
export interface NodeChoice {
  readonly node: string;
  readonly role: NodeRole;
  /** Whom it would cost and why it was taken, or was not. */
  readonly words: string;
}

/** Nodes with the same role in a preemption, for the same reason. */
export interface ChoiceGroup {
  readonly nodes: readonly string[];
  readonly role: NodeRole;
  readonly words: string;
}

/** Returns the choices in their order, those with the same role and words together. */
export function choiceGroups(choices: readonly NodeChoice[]): readonly ChoiceGroup[] {
  const groups = new Map<string, { nodes: string[]; role: NodeRole; words: string }>();
  for (const { node, role, words } of choices) {
    const key = `${role} ${words}`;
    const there = groups.get(key);
    if (there) there.nodes.push(node);
    else groups.set(key, { nodes: [node], role, words });
  }
  return [...groups.values()];
}

interface Named {
  readonly metadata: { readonly namespace?: string | null; readonly name: string };
}

/** The parts of an explanation that are about preemption. */
export interface PreemptionParts {
  readonly preemption: {
    readonly node: Named;
    readonly candidates: readonly {
      readonly node: Named;
      readonly victims: readonly Named[];
      readonly pdbViolations: number;
      readonly outrankedBy: string | null;
    }[];
  } | null;
  readonly nodes: readonly {
    readonly node: Named;
    readonly preemption: { readonly role: string; readonly reason: string | null } | null;
  }[];
}

/** The nodes of a preemption as explained: the chosen one, other candidates, then those on which it does not help. */
export function explainedChoices({ preemption, nodes }: PreemptionParts): readonly NodeChoice[] {
  const chosen = preemption?.node.metadata.name;
  const candidates = (preemption?.candidates ?? []).map(({ node, victims, pdbViolations, outrankedBy }) => {
    const { name } = node.metadata;
    const names = victims.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).join(', ');
    const broken = pdbViolations === 0 ? '' : `, ${pdbViolations} of them against a disruption budget`;
    const cost = `preempts ${names}${broken}`;
    return name === chosen
      ? { node: name, role: NodeRole.Chosen, words: cost }
      : { node: name, role: NodeRole.Candidate, words: `${cost}; ${preference(chosen, outrankedBy)}` };
  });
  const known = new Set(candidates.map(({ node }) => node));
  const others = nodes.flatMap(({ node, preemption: part }) =>
    part === null || known.has(node.metadata.name)
      ? []
      : [{ node: node.metadata.name, role: NodeRole.Refused, words: part.reason ?? '' }],
  );
  return inOrder([...candidates, ...others]);
}

/** The nodes of a preemption that took place, as the scheduler recorded them. */
export interface RecordedPreemption {
  readonly nodeName: string;
  readonly outranked: readonly {
    readonly nodeName: string;
    readonly victimCount: number;
    readonly outrankedBy: string | null;
  }[];
}

/** The candidates that were not chosen, with the reason, as sentences. */
export function outrankedSentences({ nodeName, outranked }: RecordedPreemption): readonly string[] {
  return outranked.map(
    (other) =>
      `Not on ${other.nodeName}, where it would have preempted ${plural(other.victimCount, 'pod')}: ${preference(nodeName, other.outrankedBy)}.`,
  );
}

function preference(chosen: string | undefined, outrankedBy: string | null): string {
  return `${chosen} is preferred: ${outrankedBy ?? 'it was found first and is equally good'}`;
}

const ROLES = Object.values(NodeRole);

function inOrder(choices: readonly NodeChoice[]): readonly NodeChoice[] {
  return [...choices].sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}
