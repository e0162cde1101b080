import { accepted, type Operations } from '../client/operations';
import type {
  AddApiFaultInput,
  ApiFaultPartsFragment,
  FaultHistoryQuery,
  FaultHistoryQueryVariables,
  FaultPartsFragment,
  InjectFaultInput,
} from '../graphql/operations.generated';
import { PAGE_SIZE } from './every-page';

/** Choice of nodes: by name, by zone, or by a label selector; with `share`, a part of them that the seed draws. */
export type NodeChoice = Pick<InjectFaultInput, 'nodes' | 'zone' | 'nodeSelector' | 'share'>;

/** A fault that a node had for a while. */
export type FaultPeriod = FaultHistoryQuery['faultHistory']['periods'][number];

/** Selection of faults; `since` and `until` are revisions, times, or ages (`-10m`). */
export type FaultQuestion = Pick<FaultHistoryQueryVariables, 'since' | 'until' | 'nodes' | 'kinds'>;

/** The faults of a cluster. Durations are such as `90s`, `5m`, in cluster time. */
export class Faults {
  constructor(private readonly operations: Operations) {}

  /** Injects a fault of any kind; see `FaultKind`. Returns the names of the nodes that it struck. */
  async inject(input: InjectFaultInput): Promise<readonly string[]> {
    return accepted((await this.operations.injectFault({ input })).injectFault).nodes;
  }

  /** Stops the kubelets of nodes: no heartbeats, no work; their containers keep running. */
  stopHeartbeats(choice: NodeChoice, duration?: string): Promise<readonly string[]> {
    return this.inject({ kind: 'HEARTBEATS_STOPPED', ...choice, ...(duration === undefined ? {} : { for: duration }) });
  }

  /** Switches the machine of a node off, for so long or until the fault is cleared. */
  async crash(node: string, rebootAfter?: string): Promise<void> {
    const input = { name: node, ...(rebootAfter === undefined ? {} : { rebootAfter }) };
    accepted((await this.operations.crashNode({ input })).crashNode);
  }

  /** Returns the faults that are in force or planned, now or at a past moment (a revision, a time, `-10m`). */
  async list(at?: string): Promise<readonly FaultPartsFragment[]> {
    return (await this.operations.faults(at === undefined ? {} : { at })).faults;
  }

  /**
   * Returns the faults that nodes had in a span of cluster time, with the times and origins of their start and end. As
   * far back as the log of the cluster reaches.
   */
  async history(question: FaultQuestion = {}): Promise<readonly FaultPeriod[]> {
    const periods: FaultPeriod[] = [];
    for (let after: string | undefined; ;) {
      const page: FaultHistoryQuery['faultHistory'] = (
        await this.operations.faultHistory({ ...question, first: PAGE_SIZE, ...(after === undefined ? {} : { after }) })
      ).faultHistory;
      periods.push(...page.periods);
      if (!page.hasNextPage) return periods;
      after = page.endCursor;
    }
  }

  /** Ends faults; all of them unless nodes are chosen. */
  async clear(choice: Omit<NodeChoice, 'share'> = {}): Promise<void> {
    accepted((await this.operations.clearFaults({ input: choice })).clearFaults);
  }

  /** Adds a rule by which requests of the Kubernetes API fail, take longer or lose their watches; replaces the one of its name. */
  async addApiRule(rule: AddApiFaultInput): Promise<void> {
    accepted((await this.operations.addApiFault({ input: rule })).addApiFault);
  }

  /** The rules, with how often the server that answers has applied each. */
  async apiRules(): Promise<readonly ApiFaultPartsFragment[]> {
    return (await this.operations.apiFaults()).apiFaults;
  }

  /** Removes a rule; all of them if none is named. */
  async removeApiRule(name?: string): Promise<void> {
    accepted((await this.operations.removeApiFault({ input: name === undefined ? {} : { name } })).removeApiFault);
  }
}
