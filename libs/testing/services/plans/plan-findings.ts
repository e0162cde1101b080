/** A node of a plan as Postgres prints it in JSON. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Plan Rows': number;
  /** A run of the node, where it was carried out and counted. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement with the plan that it was carried out by. */
export interface PlannedStatement {
  readonly text: string;
  readonly plan: PlanNode;
}

/** Tables that grow with the cluster: one row an object or a change. */
const LARGE_TABLES: ReadonlySet<string> = new Set(['object', 'change']);
/** No statement that is sent again and again needs more rows of a large table. */
const MOST_ROWS = 20_000;
const SCANS = /Scan$/;
/** Nodes that take all rows of their child before they give one: a limit above them bounds nothing below. */
const BLOCKING: ReadonlySet<string> = new Set(['Sort', 'Hash', 'Aggregate', 'Materialize', 'ModifyTable']);

/**
 * Returns the errors of a plan on large tables: a scan of a whole table, a subquery that is evaluated for each row, and
 * an index scan over the better part of a cluster. `readsAll` allows the scans that a statement about a whole cluster
 * requires.
 */
export function planFindings({ plan }: PlannedStatement, { readsAll = false } = {}): string[] {
  const findings: string[] = [];
  for (const { node, isLimited } of nodesOf(plan)) {
    const table = node['Relation Name'] ?? '';
    const type = node['Node Type'];
    if (/SubPlan/.test(node['Filter'] ?? '') && LARGE_TABLES.has(table)) {
      findings.push(`${type} on ${table} asks a subquery for each row: ${node['Filter']}`);
    }
    if (readsAll || !LARGE_TABLES.has(table) || !SCANS.test(type)) continue;
    if (type === 'Seq Scan') findings.push(`Seq Scan on ${table}`);
    else if (!isLimited && node['Plan Rows'] > MOST_ROWS)
      findings.push(`${type} on ${table} of ${node['Plan Rows']} rows`);
  }
  return findings;
}

/**
 * Returns the errors of a plan that was carried out: it read more than `most` rows, including those that it read again
 * and those that it skipped. Tables without statistics, such as new ones, show how far a statement depends on luck.
 */
export function workFindings({ plan }: PlannedStatement, most: number): string[] {
  let rows = 0;
  for (const { node } of nodesOf(plan)) {
    const once = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter'] as const;
    rows += once.reduce((sum, name) => sum + (node[name] ?? 0), 0) * (node['Actual Loops'] ?? 1);
  }
  return rows > most ? [`looks at ${Math.round(rows)} rows, more than ${most}`] : [];
}

function* nodesOf(node: PlanNode, isLimited = false): Generator<{ node: PlanNode; isLimited: boolean }> {
  yield { node, isLimited };
  const type = node['Node Type'];
  const isBelowLimited = type === 'Limit' || (isLimited && !BLOCKING.has(type));
  for (const child of node['Plans'] ?? []) yield* nodesOf(child, isBelowLimited);
}
