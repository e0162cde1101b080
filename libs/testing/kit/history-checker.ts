import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { quantityMilliValue } from '@orrery/quantity';
import { Operation, readChanges, type Change, type Database } from '@orrery/store';

type LoggedChange = Omit<Change, 'previous'>;

/** Expected end of the history of a cluster. */
export interface Expectation {
  /** Keys `namespace/name` of pods whose creation was acknowledged, and that were not deleted. */
  readonly pods: Iterable<string>;
}

/** Resources that nodes offer and pods request. */
const RESOURCES = ['cpu', 'memory', 'pods'] as const;
type Amounts = Record<(typeof RESOURCES)[number], number>;

/** All changes of a cluster from the first on; fails if the log was compacted. */
export async function readHistory(database: Database, cluster: string): Promise<LoggedChange[]> {
  const history: LoggedChange[] = [];
  for (;;) {
    const page = await readChanges(database, cluster, history.at(-1)?.revision ?? 0);
    if (page.length === 0) return history;
    history.push(...page);
  }
}

/**
 * Checks the invariants at every revision, also after kills: revisions are contiguous, no pod is bound
 * twice, no node holds more than its allocatable; and in the end: no pod is lost, all of them run. Answers with the
 * violations, each with its revision.
 */
export function checkHistory(history: readonly LoggedChange[], expectation: Expectation): string[] {
  const checker = new HistoryChecker();
  for (const change of history) checker.take(change);
  checker.end(expectation);
  return checker.violations;
}

class HistoryChecker {
  readonly violations: string[] = [];
  private revision = 0;
  private readonly pods = new Map<string, Pod>();
  private readonly nodes = new Map<string, Node>();
  private readonly used = new Map<string, Amounts>();

  take(change: LoggedChange): void {
    if (change.revision !== this.revision + 1) {
      this.violations.push(`revision ${change.revision} follows ${this.revision}`);
    }
    this.revision = change.revision;
    if (change.key.resource === 'nodes') this.takeNode(change);
    else if (change.key.resource === 'pods') this.takePod(change);
  }

  end({ pods }: Expectation): void {
    for (const key of pods) {
      const pod = this.pods.get(key);
      if (!pod) this.violations.push(`pod ${key} is lost`);
      else if (pod.status?.phase !== 'Running') this.violations.push(`pod ${key} is ${pod.status?.phase} in the end`);
    }
  }

  private takeNode({ key, operation, object }: LoggedChange): void {
    if (operation === Operation.Delete) this.nodes.delete(key.name);
    else this.nodes.set(key.name, object as KubeObject as unknown as Node);
  }

  private takePod({ key, operation, object, revision }: LoggedChange): void {
    const name = `${key.namespace}/${key.name}`;
    const before = this.pods.get(name);
    const pod = object as KubeObject as unknown as Pod;
    const wasBoundTo = before?.spec.nodeName;
    const isSame = before?.metadata.uid === pod.metadata.uid;
    if (isSame && wasBoundTo && pod.spec.nodeName !== wasBoundTo) {
      this.violations.push(`revision ${revision}: pod ${name} went from ${wasBoundTo} to ${pod.spec.nodeName}`);
    }
    if (before) this.use(before, -1);
    if (operation === Operation.Delete) {
      this.pods.delete(name);
      return;
    }
    this.pods.set(name, pod);
    this.use(pod, 1);
    if (!isSame || wasBoundTo !== pod.spec.nodeName) this.checkRoom(pod.spec.nodeName, revision);
  }

  private use(pod: Pod, sign: 1 | -1): void {
    const { nodeName } = pod.spec;
    const isOver = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    if (!nodeName || isOver) return;
    let used = this.used.get(nodeName);
    if (!used) this.used.set(nodeName, (used = { cpu: 0, memory: 0, pods: 0 }));
    used.pods += sign;
    for (const { resources } of pod.spec.containers) {
      used.cpu += sign * millis(resources?.requests?.['cpu']);
      used.memory += sign * millis(resources?.requests?.['memory']);
    }
  }

  private checkRoom(nodeName: string | undefined, revision: number): void {
    const used = nodeName === undefined ? undefined : this.used.get(nodeName);
    if (!used) return;
    const allocatable = this.nodes.get(nodeName!)?.status.allocatable;
    if (!allocatable) {
      this.violations.push(`revision ${revision}: there is no node ${nodeName}`);
      return;
    }
    for (const resource of RESOURCES) {
      const limit = resource === 'pods' ? Number(allocatable['pods']) : millis(allocatable[resource]);
      if (used[resource] <= limit) continue;
      this.violations.push(`revision ${revision}: node ${nodeName} holds ${used[resource]} of ${limit} ${resource}`);
    }
  }
}

/** Returns thousandths: exact for the resources of test nodes. */
function millis(quantity: string | number | undefined): number {
  return quantity === undefined ? 0 : Number(quantityMilliValue(quantity));
}
