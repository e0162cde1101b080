import {
  canBeReserved,
  compileNodeSelector,
  isReservedFor,
  podClaimNamesOf,
  podClaimsOf,
  type AllocationResult,
  type DeviceClass,
  type Node,
  type NodeMatcher,
  type Pod,
  type ResourceClaim,
} from '@orrery/api-types';
import {
  errorStatus,
  objectKey,
  RuleScope,
  SKIP,
  SUCCESS,
  unresolvable,
  unschedulable,
  type ClaimKey,
  type CycleContext,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PostFilterAnswer,
  type PostFilterPlugin,
  type PreBindPlugin,
  type PreBindWait,
  type PreEnqueuePlugin,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type ReservePlugin,
  type SchedulingEffect,
  type StateData,
  type Status,
} from '@orrery/scheduling';
import { allocationOf } from './allocation-result';
import { claimEvents } from './claim-hints';
import { DevicePools } from './device-pools';
import { DeviceSearch, SearchBudget, SearchExhausted } from './device-search';
import { claimsOfPod } from './pod-claims';
import { SelectedDevices } from './selected-devices';
import { AllocationError, wantedOf, type WantedClaim } from './wanted-devices';

const KEY = 'DynamicResources';
/** Steps that the searches for one pod may take together; each is about a microsecond. */
const SEARCH_STEPS = 200_000;
/** Writing a claim takes as long as the database does; a pod does not wait for ever for one that is lost. */
const RESERVE_TIMEOUT_MS = 600_000;

/** The claims of the pod in one cycle. */
interface ClaimState extends StateData {
  readonly claims: readonly ResourceClaim[];
  /** Nodes on which allocated claims can be used, by index; undefined: all. */
  readonly places: readonly (NodeMatcher | undefined)[];
  readonly wanted: readonly WantedClaim[];
  readonly budget: SearchBudget;
  /** Results by node: an allocation for each of `wanted`. */
  readonly byNode: Map<string, readonly AllocationResult[]>;
  /** Claims that are allocated and could not be used on some node, by index. */
  readonly unavailable: Set<number>;
  /** True while the allocations are being written: even if the pod fails, the devices stay taken until the result of the write is known. */
  isWriting: boolean;
  /** The pod gave its devices up meanwhile. */
  isGivenUp: boolean;
}

/**
 * Finds devices for a pod's claims together with its node, and reserves the claims for it before it is bound
 * (`pkg/scheduler/framework/plugins/dynamicresources` of v1.34, with its feature gates' defaults).
 */
export class DynamicResources
  implements
    PreEnqueuePlugin,
    PreFilterPlugin,
    FilterPlugin,
    PostFilterPlugin,
    ReservePlugin,
    PreBindPlugin,
    EnqueueExtensions
{
  readonly name = 'DynamicResources';
  readonly filterScope = RuleScope.Cluster;
  private readonly pools: DevicePools;
  private readonly selected = new SelectedDevices();

  constructor(private readonly handle: PluginHandle) {
    this.pools = new DevicePools(handle.objects);
  }

  preEnqueue(pod: Pod): Status {
    if (podClaimsOf(pod.spec).length === 0) return SUCCESS;
    const found = claimsOfPod(this.handle.objects, pod);
    return 'error' in found ? unresolvable(this.name, found.error) : SUCCESS;
  }

  waitsFor(pod: Pod): readonly string[] {
    return podClaimNamesOf(pod).map((name) => objectKey('ResourceClaim', pod.metadata.namespace, name));
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    if (podClaimsOf(pod.spec).length === 0) return { status: SKIP };
    const named = claimsOfPod(this.handle.objects, pod);
    if ('error' in named) return this.rejects(named.error);
    const { claims } = named;
    if (claims.length === 0) return { status: SKIP };
    const wanted: WantedClaim[] = [];
    const places: (NodeMatcher | undefined)[] = [];
    for (const claim of claims) {
      const { allocation } = claim.status ?? {};
      places.push(allocation?.nodeSelector && compileNodeSelector(allocation.nodeSelector));
      if (allocation && !canBeReserved(claim) && !isReservedFor(pod.metadata.uid, claim)) {
        return this.rejects('resourceclaim in use');
      }
      if (allocation) continue;
      const { uid, namespace = '', name } = claim.metadata;
      if (this.handle.devices.isPending(uid)) {
        return this.rejects(`resource claim ${namespace}/${name} is in the process of being allocated`);
      }
      const wants = wantedOf(claim, (className) => this.handle.objects.get<DeviceClass>('DeviceClass', '', className));
      if (typeof wants === 'string') return this.rejects(wants);
      wanted.push(wants);
    }
    const budget = new SearchBudget(SEARCH_STEPS);
    const found = { byNode: new Map(), unavailable: new Set<number>(), isWriting: false, isGivenUp: false };
    const data: ClaimState = { claims, places, wanted, budget, ...found };
    state.write(KEY, data);
    return { status: SUCCESS };
  }

  filter(state: CycleState, _pod: PodInfo, { node, name }: NodeInfo): Status {
    const found = state.read<ClaimState>(KEY);
    if (!found || !node) return SUCCESS;
    const away = found.places.flatMap((matches, i) => (matches && !matches(node) ? [i] : []));
    const answer = found.wanted.length > 0 ? this.search(found, node) : undefined;
    if (answer && 'code' in answer) return answer;
    for (const index of away) found.unavailable.add(index);
    if (away.length > 0) return unresolvable(this.name, 'resourceclaim not available on the node');
    if (answer) found.byNode.set(name, answer);
    return SUCCESS;
  }

  postFilter({ state, pod }: CycleContext): PostFilterAnswer {
    const found = state.read<ClaimState>(KEY);
    // Also of pods without claims, as Kubernetes 1.34 (spec scheduler P5).
    if (!found) return this.cannotHelp('no new claims to deallocate');
    for (const index of found.unavailable) {
      const claim = found.claims[index]!;
      const users = claim.status?.reservedFor ?? [];
      if (users.some(({ uid }) => uid !== pod.uid) || users.length > 1) continue;
      const effects: SchedulingEffect[] = [{ kind: 'deallocateClaim', claim: keyOf(claim) }];
      return { ...this.cannotHelp('deallocation of ResourceClaim completed'), effects };
    }
    return this.cannotHelp('still not schedulable');
  }

  reserve(state: CycleState, _pod: PodInfo, nodeName: string): Status {
    const found = state.read<ClaimState>(KEY);
    if (!found || found.wanted.length === 0) return SUCCESS;
    const allocations = found.byNode.get(nodeName);
    if (!allocations) return errorStatus(this.name, 'claim allocation not found for node');
    found.wanted.forEach(({ claim }, i) => this.handle.devices.hold(claim.metadata.uid, allocations[i]!));
    return SUCCESS;
  }

  unreserve(state: CycleState, { uid }: PodInfo): readonly SchedulingEffect[] {
    const found = state.read<ClaimState>(KEY);
    if (!found) return [];
    if (found.isWriting) found.isGivenUp = true;
    else this.release(found);
    return found.claims.flatMap((claim): SchedulingEffect[] => {
      const now = this.current(claim);
      if (!now?.status?.allocation || !isReservedFor(uid, now)) return [];
      return [{ kind: 'unreserveClaim', claim: keyOf(now) }];
    });
  }

  preBind(state: CycleState, { uid }: PodInfo, nodeName: string): Status | PreBindWait {
    const found = state.read<ClaimState>(KEY);
    const open = found?.claims.filter((claim) => !isReservedFor(uid, claim)) ?? [];
    if (!found || open.length === 0) return SUCCESS;
    const allocations = found.byNode.get(nodeName);
    found.isWriting = true;
    return {
      kind: 'PreBindWait',
      effects: open.map((claim): SchedulingEffect => {
        const index = found.wanted.findIndex((wanted) => wanted.claim === claim);
        return { kind: 'reserveClaim', claim: keyOf(claim), allocation: index < 0 ? undefined : allocations?.[index] };
      }),
      deadlineMs: this.handle.now() + RESERVE_TIMEOUT_MS,
      timedOut: errorStatus(this.name, 'reserving claims: context deadline exceeded'),
      watched: open.map(({ metadata }) => objectKey('ResourceClaim', metadata.namespace, metadata.name)),
      check: () => this.reserved(found, open, uid),
      reported: () => {
        found.isWriting = false;
        if (found.isGivenUp) this.release(found);
      },
    };
  }

  eventsToRegister(): readonly EventRegistration[] {
    return claimEvents((pod) => claimsOfPod(this.handle.objects, pod));
  }

  /** Returns whether the log shows all reservations; from then on it alone decides which devices are taken. */
  private reserved(found: ClaimState, open: readonly ResourceClaim[], uid: string): Status | undefined {
    for (const claim of open) {
      const now = this.current(claim);
      if (!now) return errorStatus(this.name, `claim ${textOf(claim)} got deleted in the meantime`);
      if (!isReservedFor(uid, now)) return undefined;
    }
    this.release(found);
    return SUCCESS;
  }

  private release({ wanted }: ClaimState): void {
    for (const { claim } of wanted) this.handle.devices.release(claim.metadata.uid);
  }

  private search({ wanted, budget }: ClaimState, node: Node): readonly AllocationResult[] | Status {
    const { devices } = this.handle;
    const pools = this.pools.of(node);
    const isTaken = (id: string): boolean => devices.isTaken(id);
    try {
      const found = new DeviceSearch({ claims: wanted, pools, selected: this.selected, isTaken, budget }).run();
      if (!found) return unresolvable(this.name, 'cannot allocate all claims');
      return wanted.map((claim, i) => allocationOf(claim, found[i]!));
    } catch (error) {
      if (error instanceof SearchExhausted) return unresolvable(this.name, 'timed out trying to allocate devices');
      if (error instanceof AllocationError) return errorStatus(this.name, error.message);
      throw error;
    }
  }

  /** The claim as it is now; one of another uid is another claim. */
  private current({ metadata }: ResourceClaim): ResourceClaim | undefined {
    const { namespace = '', name, uid } = metadata;
    const claim = this.handle.objects.get<ResourceClaim>('ResourceClaim', namespace, name);
    return claim?.metadata.uid === uid ? claim : undefined;
  }

  private rejects(reason: string): PreFilterAnswer {
    return { status: unresolvable(this.name, reason) };
  }

  private cannotHelp(...reasons: string[]): PostFilterAnswer {
    return { status: unschedulable(this.name, ...reasons), nomination: { mode: 'keep' }, effects: [] };
  }
}

function keyOf({ metadata: { namespace = '', name, uid } }: ResourceClaim): ClaimKey {
  return { namespace, name, uid };
}

function textOf({ metadata: { namespace = '', name } }: ResourceClaim): string {
  return `${namespace}/${name}`;
}
