import { PLUGIN_REGISTRY } from '../registry';
import { deviceId, type KubeObject, type Pod, type ResourceClaim } from '@orrery/api-types';
import { makeDeviceClass, makeNode, makePod, makeResourceClaim, makeSlice, wantsDevices } from '@orrery/builders';
import { ManualClock } from '@orrery/time';
import fc from 'fast-check';
import { errorStatus, Scheduler, SUCCESS, type Decision } from '@orrery/scheduling';
import { releasedClaim, reservationProblem, reservedClaim } from './claim-writes';

const NODES = 3;
const GPUS_PER_NODE = 3;

/** Events that may happen between two batches. */
const STEPS = ['write', 'die', 'end a pod', 'collect', 'come'] as const;
type Step = (typeof STEPS)[number];

/** A cluster whose scheduler may die at any moment: what is written is kept, what it only decided is lost. */
class World {
  private readonly clock = new ManualClock();
  private readonly pods = new Map<string, Pod>();
  private readonly claims = new Map<string, ResourceClaim>();
  private readonly others: KubeObject[];
  private scheduler: Scheduler;
  private decided: Decision[] = [];
  private version = 1;

  constructor(wanted: readonly number[]) {
    const slices = Array.from({ length: NODES }, (_, i) =>
      makeSlice(
        `n${i}`,
        Array.from({ length: GPUS_PER_NODE }, (__, j) => `g${j}`),
      ),
    );
    this.others = [makeDeviceClass('gpu'), ...slices];
    wanted.forEach((count, i) => {
      this.claims.set(`c${i}`, makeResourceClaim(`c${i}`, { requests: [wantsDevices('gpu', { count })] }));
      // Every third pod shares the claim of the one before it.
      const resourceClaims = [{ name: 'gpu', resourceClaimName: `c${i % 3 === 2 ? i - 1 : i}` }];
      const claimed = resourceClaims as NonNullable<Pod['spec']['resourceClaims']>;
      this.pods.set(`p${i}`, makePod(`p${i}`).spec({ resourceClaims: claimed }).build());
    });
    this.scheduler = this.started();
  }

  async do(step: Step, which: number): Promise<void> {
    if (step === 'die') {
      this.scheduler = this.started();
      this.decided = [];
    } else if (step === 'end a pod') this.end(which);
    else if (step === 'collect') this.collect();
    else if (step === 'write') this.write(this.decided.splice(which % (this.decided.length + 1), 1)[0]);
    else this.decided.push(...this.scheduler.scheduleBatch(1 + (which % 3)));
    await this.clock.advance(1000);
    this.scheduler.flush();
    this.check();
  }

  /** Continues until nothing more happens. */
  async settle(): Promise<void> {
    for (let idle = 0; idle < 30;) {
      this.decided.push(...this.scheduler.scheduleBatch(100));
      idle = this.decided.length > 0 ? 0 : idle + 1;
      for (const decision of this.decided.splice(0)) this.write(decision);
      this.collect();
      await this.clock.advance(1000);
      this.scheduler.flush();
      this.check();
    }
  }

  /** Pods without a node although a node has all the devices that they want. */
  stranded(): string[] {
    const taken = new Set([...this.devices().keys()]);
    const free = Array.from({ length: NODES }, (_, i) =>
      Array.from({ length: GPUS_PER_NODE }, (__, j) => `gpu.example.com/n${i}/g${j}`).filter((id) => !taken.has(id)),
    );
    const most = Math.max(...free.map(({ length }) => length));
    return [...this.pods.values()].flatMap(({ metadata, spec }) => {
      const claim = this.claimOf(spec);
      const fits = claim.status?.allocation !== undefined || wantedOf(claim) <= most;
      return !spec.nodeName && fits ? [metadata.name] : [];
    });
  }

  private started(): Scheduler {
    const scheduler = new Scheduler({ registry: PLUGIN_REGISTRY, seed: 'world', clock: this.clock });
    for (const object of [...this.others, ...this.claims.values()]) scheduler.objectChanged(undefined, object);
    for (let i = 0; i < NODES; i++) scheduler.nodeChanged(undefined, makeNode(`n${i}`).build());
    for (const pod of this.pods.values()) scheduler.podChanged(undefined, pod);
    return scheduler;
  }

  private write(decision: Decision | undefined): void {
    if (decision?.kind === 'prepare') this.prepare(decision);
    else if (decision?.kind === 'bind') this.bind(decision);
    else if (decision?.kind === 'failed') this.release(decision);
  }

  private prepare({ uid, pod, effects }: Extract<Decision, { kind: 'prepare' }>): void {
    let problem: string | undefined;
    for (const effect of effects) {
      if (effect.kind !== 'reserveClaim') continue;
      const current = this.claims.get(effect.claim.name)!;
      problem = reservationProblem(current, effect);
      if (problem === undefined) this.store(reservedClaim(current, effect, pod));
    }
    this.scheduler.preparationFinished({ uid }, problem === undefined ? SUCCESS : errorStatus('x', problem));
  }

  private bind(decision: Extract<Decision, { kind: 'bind' }>): void {
    const { name } = decision.pod.metadata;
    const pod = this.pods.get(name);
    if (!pod) return void this.scheduler.bindingFinished(decision, errorStatus('DefaultBinder', 'gone'));
    const bound = { ...pod, metadata: this.newer(pod), spec: { ...pod.spec, nodeName: decision.nodeName } };
    this.pods.set(name, bound);
    this.scheduler.bindingFinished(decision, SUCCESS);
    this.scheduler.podChanged(pod, bound);
  }

  private release({ effects, pod }: Extract<Decision, { kind: 'failed' }>): void {
    for (const effect of effects) {
      if (effect.kind !== 'unreserveClaim' && effect.kind !== 'deallocateClaim') continue;
      const released = releasedClaim(this.claims.get(effect.claim.name)!, effect, pod);
      if (released) this.store(released);
    }
  }

  private end(which: number): void {
    const pod = [...this.pods.values()][which % Math.max(1, this.pods.size)];
    if (!pod) return;
    this.pods.delete(pod.metadata.name);
    this.scheduler.podChanged(pod, undefined);
  }

  /** Acts as the controller of claims: frees claims that are used only by pods that are gone. */
  private collect(): void {
    const uids = new Set([...this.pods.values()].map(({ metadata }) => metadata.uid));
    for (const claim of [...this.claims.values()]) {
      const { allocation, reservedFor = [] } = claim.status ?? {};
      const users = reservedFor.filter(({ uid }) => uids.has(uid));
      if (users.length === reservedFor.length) continue;
      this.store({ ...claim, status: users.length > 0 && allocation ? { allocation, reservedFor: users } : {} });
    }
  }

  private store(claim: ResourceClaim): void {
    const next = { ...claim, metadata: this.newer(claim) };
    const before = this.claims.get(claim.metadata.name);
    this.claims.set(claim.metadata.name, next);
    this.scheduler.objectChanged(before, next);
  }

  private newer<T extends Pick<KubeObject, 'metadata'>>({ metadata }: T): T['metadata'] {
    return { ...metadata, resourceVersion: String(++this.version) };
  }

  private claimOf({ resourceClaims = [] }: Pod['spec']): ResourceClaim {
    return this.claims.get((resourceClaims[0] as { readonly resourceClaimName?: string }).resourceClaimName!)!;
  }

  /** The claim that has each device; throws where two have one. */
  private devices(): Map<string, string> {
    const owners = new Map<string, string>();
    for (const { metadata, status } of this.claims.values()) {
      for (const result of status?.allocation?.devices?.results ?? []) {
        const id = deviceId(result);
        if (owners.has(id)) throw new Error(`${id} is allocated to ${owners.get(id)} and ${metadata.name}`);
        owners.set(id, metadata.name);
      }
    }
    return owners;
  }

  /** Checks that no device has two claims, and that a pod on a node has its claim there. */
  private check(): void {
    this.devices();
    for (const { metadata, spec } of this.pods.values()) {
      const { status } = this.claimOf(spec);
      if (!spec.nodeName) continue;
      expect(status?.reservedFor?.map(({ uid }) => uid)).toContain(metadata.uid);
      expect(status?.allocation?.devices?.results?.map(({ pool }) => pool)).toContain(spec.nodeName);
    }
  }
}

function wantedOf({ spec }: ResourceClaim): number {
  return spec.devices?.requests?.[0]?.exactly?.count ?? 0;
}

test('devices are allocated once, and none is lost, whenever the scheduler dies', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(20)), { maxLength: 60 });
  const wanted = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(wanted, steps, async (counts, happening) => {
      const world = new World(counts);
      for (const [step, which] of happening) await world.do(step, which);
      await world.settle();
      expect(world.stranded()).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
