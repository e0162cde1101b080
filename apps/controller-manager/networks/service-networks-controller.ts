import { DEFAULT_SERVICE_CIDR, isAfter, Kinds, type KubeObject, type ServiceCIDR } from '@orrery/api-types';
import {
  bundleOf,
  modificationOf,
  requireKind,
  type ClockPort,
  type ComponentContext,
  type CreateRequest,
  type IdentityPort,
  type LogPort,
  type ObjectsPort,
  type Removal,
  type SettingsPort,
} from '@orrery/control-plane';
import { isChangeOf, Operation, type Change } from '@orrery/store';
import { formatTime, TimerPhase, type Timer } from '@orrery/time';
import {
  addressObject,
  addressOfService,
  changedServiceCidr,
  graceEndMs,
  isAddressOf,
  isManagedAddress,
  type NetworkState,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & SettingsPort;

const SERVICES = 'services';
const CIDR = requireKind('networking.k8s.io/v1', 'ServiceCIDR');
const ADDRESS = requireKind('networking.k8s.io/v1', 'IPAddress');

/**
 * Keeps the default ServiceCIDR and the IPAddress of each service, and lets a deleted ServiceCIDR go when its addresses are
 * free (the ServiceCIDR controller of kube-controller-manager, and what the allocator of kube-apiserver writes).
 */
export class ServiceNetworksController implements Controller {
  /** The services that have an address, by the address. */
  private readonly holders = new Map<string, KubeObject['metadata']>();
  private readonly dirty = new Set<string>();
  private areNetworksDirty = false;
  private isOn = false;
  private timer: Timer | undefined;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'service-networks',
      hasWork: () => this.isOn && (this.areNetworksDirty || this.dirty.size > 0),
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache, settings } = this.context.cluster;
    // Releases before 1.33 have these kinds in other versions or not at all.
    this.isOn = isAfter(bundleOf(settings), '1.20');
    for (const service of cache.list(SERVICES)) this.see(service, true);
    for (const { metadata } of cache.list(Kinds.IPAddress)) this.dirty.add(metadata.name);
    this.areNetworksDirty = true;
    this.rounds.run();
  }

  stop(): void {
    this.timer?.cancel();
    this.holders.clear();
    this.dirty.clear();
    this.isOn = false;
  }

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      const { key, previous, object, operation } = change;
      if (key.resource === SERVICES) {
        if (previous) this.see(previous, false);
        if (operation !== Operation.Delete) this.see(object, true);
      }
      if (isChangeOf(change, Kinds.IPAddress)) {
        this.dirty.add(key.name);
        // A network that waits for its addresses may be free now.
        if (operation === Operation.Delete) this.areNetworksDirty = true;
      }
      if (isChangeOf(change, Kinds.ServiceCIDR)) this.areNetworksDirty = true;
    }
    this.rounds.run();
  }

  private see(service: KubeObject, isThere: boolean): void {
    const address = addressOfService(service);
    if (address === undefined) return;
    if (isThere) this.holders.set(address, service.metadata);
    else this.holders.delete(address);
    this.dirty.add(address);
  }

  private async round(): Promise<void> {
    const { cluster, fence } = this.context;
    const creations = this.missingDefault();
    const removals: Removal[] = [];
    for (const name of this.dirty) this.plan(name, creations, removals);
    this.dirty.clear();
    if (removals.length > 0) await cluster.store.remove(removals, fence);
    if (creations.length > 0) await cluster.store.createMany(creations, { fieldManager: 'kube-apiserver' }, fence);
    if (this.areNetworksDirty) await this.keepNetworks();
  }

  /** Plans one IPAddress for each address that a service has, and the removal of those that services no longer have. */
  private plan(name: string, creations: CreateRequest[], removals: Removal[]): void {
    const holder = this.holders.get(name);
    const existing = this.context.cluster.cache.get(Kinds.IPAddress, '', name);
    if (existing && isManagedAddress(existing) && !(holder && isAddressOf(existing, holder))) {
      const { uid } = existing.metadata;
      removals.push({ key: { resource: Kinds.IPAddress.resource, namespace: '', name }, uid, options: {} });
    } else if (holder && !existing) {
      creations.push({ kind: ADDRESS, namespace: '', input: addressObject(name, holder) });
    }
  }

  private missingDefault(): CreateRequest[] {
    const { name, cidr } = DEFAULT_SERVICE_CIDR;
    if (this.context.cluster.cache.get(Kinds.ServiceCIDR, '', name)) return [];
    return [{ kind: CIDR, namespace: '', input: { metadata: { name }, spec: { cidrs: [cidr] } } }];
  }

  private async keepNetworks(): Promise<void> {
    this.areNetworksDirty = false;
    const { cluster, fence } = this.context;
    const cidrs = cluster.cache.list(Kinds.ServiceCIDR);
    const changes = cidrs.flatMap((cidr) =>
      changedServiceCidr(cidr, this.stateFor(cidr))
        ? modificationOf(Kinds.ServiceCIDR, cidr.metadata, (current) =>
            changedServiceCidr(current, this.stateFor(current)),
          )
        : [],
    );
    if (changes.length > 0) await cluster.store.modify(changes, fence, 'kube-apiserver');
    this.wakeFor(cidrs);
  }

  private stateFor({ metadata }: ServiceCIDR): NetworkState {
    const { cache, clock } = this.context.cluster;
    const nowMs = clock.now();
    const others = cache.list(Kinds.ServiceCIDR).filter((each) => each.metadata.name !== metadata.name);
    return { others, addresses: cache.list(Kinds.IPAddress), nowMs, now: formatTime(nowMs) };
  }

  /** Comes again when a deleted ServiceCIDR may go. */
  private wakeFor(cidrs: readonly ServiceCIDR[]): void {
    this.timer?.cancel();
    const { clock } = this.context.cluster;
    const times = cidrs.flatMap((cidr) => graceEndMs(cidr) ?? []).filter((atMs) => atMs > clock.now());
    if (times.length === 0) return;
    this.timer = clock.setTimer(Math.min(...times), TimerPhase.Controllers, 'service-networks', () => {
      this.areNetworksDirty = true;
      this.rounds.run();
    });
  }
}
