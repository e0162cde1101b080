import type { Condition } from './lesson';
import type { LessonRequest } from './requests';

/** A query, and a function that decides by its answer whether a condition holds. */
export interface Check extends LessonRequest {
  readonly holds: (answer: never) => boolean;
}

type Kind<K extends keyof Condition> = NonNullable<Condition[K]>;

/** Returns the checks of conditions, all of which must hold. */
export function checksOf(conditions: readonly Condition[]): readonly Check[] {
  const counted = conditions.flatMap(({ objects }) => objects ?? []);
  return [
    ...(counted.length > 0 ? [checkObjects(counted)] : []),
    ...conditions.flatMap(({ placement, zones, answer, taint }) => [
      ...(placement ? [checkPlacement(placement)] : []),
      ...(zones ? [checkZones(zones)] : []),
      ...(answer ? [checkAnswer(answer)] : []),
      ...(taint ? [checkTaint(taint)] : []),
    ]),
  ];
}

/** Returns whether all conditions hold now; `ask` sends a query. */
export async function allHold(
  ask: (request: LessonRequest) => Promise<unknown>,
  conditions: readonly Condition[],
): Promise<boolean> {
  for (const { holds, ...request } of checksOf(conditions)) {
    // Each check knows the shape of the answer to its own query.
    if (!holds((await ask(request)) as never)) return false;
  }
  return true;
}

/** Makes a check of a query whose answer has a known shape. */
function check<Answer>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  holds: (answer: Answer) => boolean,
): Check {
  return { query, variables, holds };
}

function checkObjects(conditions: readonly Kind<'objects'>[]): Check {
  return check<{ readonly conditionsMet: boolean }>(
    'query ($conditions: [ClockConditionInput!]!) { conditionsMet(conditions: $conditions) }',
    { conditions },
    ({ conditionsMet }) => conditionsMet,
  );
}

interface Placed {
  readonly spec: { readonly nodeName: string | null } | null;
}

function checkPlacement({ pods, nodes }: Kind<'placement'>): Check {
  const fields = pods.map((name, index) => `p${index}: pod(name: ${JSON.stringify(name)}) { spec { nodeName } }`);
  return check<Readonly<Record<string, Placed | null>>>(`{ ${fields.join(' ')} }`, {}, (answer) => {
    const names = Object.values(answer).map((pod) => pod?.spec?.nodeName);
    return names.every(Boolean) && new Set(names).size === nodes;
  });
}

const ZONE = 'topology.kubernetes.io/zone';
interface PodsAndNodes {
  readonly pods: {
    readonly nodes: readonly (Placed & { readonly metadata: { readonly deletionTimestamp: string | null } })[];
  };
  readonly nodes: {
    readonly nodes: readonly {
      readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
    }[];
  };
}

function checkZones({ labelSelector, pods: expected }: Kind<'zones'>): Check {
  return check<PodsAndNodes>(
    `query ($selector: String!) {
      pods(filter: { labelSelector: $selector }, first: 100) { nodes { metadata { deletionTimestamp } spec { nodeName } } }
      nodes(first: 100) { nodes { metadata { name labels } } }
    }`,
    { selector: labelSelector },
    ({ pods, nodes }) => {
      const zoneOf = new Map(nodes.nodes.map(({ metadata: { name, labels } }) => [name, labels[ZONE]]));
      const counts = new Map<string | undefined, number>();
      for (const { metadata, spec } of pods.nodes) {
        const zone = metadata.deletionTimestamp === null ? zoneOf.get(spec?.nodeName ?? '') : undefined;
        counts.set(zone, (counts.get(zone) ?? 0) + 1);
      }
      return Object.entries(expected).every(([zone, count]) => (counts.get(zone) ?? 0) === count);
    },
  );
}

function checkAnswer({ query, matches }: Kind<'answer'>): Check {
  return check<unknown>(query, {}, (answer) => isPart(matches, answer));
}

/** Returns whether `whole` has at least the content of `part`: fields by name, items of lists at any position. */
export function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item) => whole.some((each: unknown) => isPart(item, each)));
  if (typeof part !== 'object' || part === null) return part === (whole ?? null);
  if (typeof whole !== 'object' || whole === null) return false;
  // It is an object, whose fields are read by name.
  const fields = whole as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([key, value]) =>
    isPart(value, Object.hasOwn(fields, key) ? fields[key] : undefined),
  );
}

interface TaintedNode {
  readonly clock: { readonly now: string };
  readonly node: { readonly taints: readonly { readonly key: string; readonly timeAdded: string | null }[] } | null;
}

function checkTaint({ node: name, key, forSeconds }: Kind<'taint'>): Check {
  return check<TaintedNode>(
    'query ($name: String!) { clock { now } node(name: $name) { taints { key timeAdded } } }',
    { name },
    ({ clock, node }) => {
      const since = node?.taints.find((taint) => taint.key === key)?.timeAdded;
      return since != null && Date.parse(clock.now) - Date.parse(since) >= forSeconds * 1000;
    },
  );
}
