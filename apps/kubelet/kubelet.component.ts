import { Kinds, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import {
  ExpectedJobs,
  NODE_BEHAVIOURS,
  isSimulated,
  NodeConfigurations,
  ownWorkOf,
  POD_BEHAVIOUR_KINDS,
  podBehavioursOf,
  readPodBehaviours,
  shardOf,
  STAGES,
  runContextOf,
  type Component,
  type ComponentContext,
  type NodeResourceSettings,
} from '@orrery/control-plane';
import {
  KubeletShard,
  kubeletSettings,
  readKubeletKnobs,
  type KubeletBundle,
  type ObjectsNow,
  type PodBehaviours,
  type StageFile,
} from '@orrery/pod-lifecycle';
import { nameOf, Operation, type Change } from '@orrery/store';
import { ActionWriter, LEASES } from './action-writer';
import { BehaviourStatus } from './behaviour-status';
import { ClaimedPods } from './claimed-pods';
import { ConfigurationStatus } from './configuration-status';
import { DeschedulerPods } from './descheduler-pods';
import { DeviceSlices } from './device-slices';
import { DueRuns } from './due-runs';
import { FaultWatch } from './fault-watch';
import { captureKubelets, type KubeletCapture } from './kubelet-capture';
import { concernsRollOut, configures, PoolRollouts } from './pool-rollouts';
import { REFERENCED, REFERENCED_RESOURCES } from './referenced-resources';
import { RefusedStatuses } from './refused-statuses';
import { StartRefusals } from './start-refusals';
import { outagesOf, PressureWatch } from './node-pressure/pressure-watch';

/** Part of a cluster's settings that configures this component. */
interface Settings extends NodeResourceSettings {
  readonly bundle?: KubeletBundle;
  /** A document, as the schema of settings has it. */
  readonly kubelet?: unknown;
}

/** The simulated kubelets of one shard of a cluster's nodes: runs the engine on the cluster's clock, writes what it does. */
export class KubeletComponent implements Component<'kubelet'> {
  private readonly engine: KubeletShard;
  private readonly writer: ActionWriter;
  private readonly faults: FaultWatch;
  private readonly pressure: PressureWatch;
  private readonly configurations: NodeConfigurations;
  private readonly behaviours: PodBehaviours;
  private readonly deschedulers: DeschedulerPods;
  private readonly devices: DeviceSlices;
  private readonly claimed: ClaimedPods;
  private readonly configurationStatus: ConfigurationStatus;
  private readonly behaviourStatus: BehaviourStatus;
  private readonly rollouts: PoolRollouts;
  private readonly refusals: StartRefusals;
  private readonly runs: DueRuns;
  private readonly refusedStatuses: RefusedStatuses;
  private readonly expected: ExpectedJobs;
  private unsubscribe: () => void = () => undefined;
  private stopped = false;

  constructor(private readonly context: ComponentContext) {
    const { cluster } = context;
    const { bundle, kubelet } = cluster.settings as Settings;
    const settings = kubeletSettings(bundle, readKubeletKnobs(kubelet));
    this.behaviours = podBehavioursOf(cluster.seed, () => cluster.cache);
    this.engine = new KubeletShard({
      settings,
      seed: cluster.seed,
      behave: (pod) => this.behave(pod),
      findObject: (kind, namespace, name) =>
        cluster.cache.get({ resource: REFERENCED_RESOURCES[kind], namespace, name }),
      runContext: (pod, status) => runContextOf(cluster, pod, status),
    });
    this.deschedulers = new DeschedulerPods(context, (pod) => this.deschedulerEnded(pod));
    this.devices = new DeviceSlices(context, (name) => this.simulated(name));
    this.claimed = new ClaimedPods(context);
    this.configurations = new NodeConfigurations(cluster.settings as Settings, () => cluster.cache, cluster.seed);
    this.configurationStatus = new ConfigurationStatus(context, this.configurations);
    this.rollouts = new PoolRollouts(context, this.configurations);
    this.behaviourStatus = new BehaviourStatus(context, {
      pods: this.behaviours,
      nodes: this.configurations.behaviours,
    });
    this.pressure = new PressureWatch(this.engine, {
      settings: this.configurations.settings,
      configurationOf: (node) => this.configurations.of(node),
    });
    this.writer = new ActionWriter(context, {
      ofPod: (uid) => this.engine.podWriteFailed(uid, cluster.clock.now()),
      ofRefusedPod: (uid) => this.refusedStatuses.refused(uid),
      ofMirror: (node, fullName) => this.engine.mirrorRefused(node, fullName, cluster.clock.now()),
    });
    this.runs = new DueRuns(context, {
      nextDeadlineMs: () => this.nextDeadlineMs(),
      runDue: () => this.runDue(),
      lost: () => void this.stop(),
    });
    this.refusedStatuses = new RefusedStatuses(cluster.clock, (uid) => {
      this.engine.podWriteFailed(uid, cluster.clock.now());
      this.run();
    });
    this.expected = new ExpectedJobs(cluster, (keys) => this.takeUpAll(keys));
    this.refusals = new StartRefusals(this.configurations, (event) => this.writer.recordEvent(event));
    this.faults = new FaultWatch(context, (node, faults) => {
      if (!this.hosts(node)) return;
      const now = cluster.clock.now();
      this.engine.setFaults(node, faults, now);
      // A kubelet that starts reads its configuration.
      this.configure(node);
      this.pressure.nodeChanged(node, now);
      this.run();
    });
  }

  async start(): Promise<void> {
    const captured = this.context.captured as KubeletCapture | undefined;
    await this.faults.start(captured?.faults);
    this.unsubscribe = this.context.cluster.cache.subscribe((changes) => this.follow(changes));
    this.readBehaviours();
    if (captured) this.restore(captured);
    else this.takeOver();
    this.devices.start((node) => this.hosts(node), captured?.devices);
    this.expected.start(captured?.expected);
    this.run();
  }

  /** Starts from the objects, as kubelets that were restarted. */
  private takeOver(): void {
    const { cache, clock } = this.context.cluster;
    const now = clock.now();
    this.reloadStages(now);
    this.configurationStatus.refresh();
    this.behaviourStatus.start({ isReported: false });
    this.rollouts.run();
    for (const node of cache.list(Kinds.Node)) {
      if (!this.hosts(node.metadata.name)) continue;
      this.nodeChanged(undefined, node);
      for (const pod of cache.podsOn(node.metadata.name)) {
        this.podChanged(undefined, pod, now);
        this.deschedulers.follow(pod);
      }
    }
  }

  /** Restores the captured state of the kubelets. */
  private restore(captured: KubeletCapture): void {
    this.refusals.restore(captured.refusals);
    this.claimed.restore(captured.claimed);
    this.engine.restore(captured.engine, this.objectsNow, this.stages);
    this.pressure.restore(captured.pressure);
    this.behaviourStatus.start({ isReported: true });
    this.rollouts.restore(captured.rollouts);
    this.refusedStatuses.restore(captured.refusedStatuses);
    const { cache } = this.context.cluster;
    for (const { metadata } of cache.list(Kinds.Node)) {
      if (this.hosts(metadata.name)) for (const pod of cache.podsOn(metadata.name)) this.deschedulers.follow(pod);
    }
  }

  capture(): KubeletCapture {
    const { pressure, faults, claimed, devices, refusals, refusedStatuses, rollouts, expected } = this;
    const parts = { pressure, faults, claimed, devices, refusals, refusedStatuses, rollouts, expected };
    return captureKubelets(this.engine, parts, this.objectsNow);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe();
    this.faults.stop();
    this.deschedulers.stop();
    this.devices.stop();
    this.rollouts.stop();
    this.refusedStatuses.stop();
    this.runs.stop();
    this.expected.stop();
  }

  /** Pods and nodes of the shard that came or changed. Work of a lost job is found by the sweep. */
  async handle(job: QueueJobs['kubelet']): Promise<Ending> {
    const { cache } = this.context.cluster;
    await cache.reached(job.revision);
    for (const name of job.nodes) {
      const node = cache.get(Kinds.Node, '', name);
      if (node) this.nodeChanged(undefined, node);
    }
    this.takeUpAll(job.pods);
    return DONE;
  }

  private takeUpAll(keys: readonly string[]): void {
    for (const key of keys) this.takeUp(key);
    this.run();
  }

  private hosts(nodeName: string): boolean {
    return shardOf(nodeName, this.context.shards) === this.context.shard;
  }

  /** Applies changes to what the kubelets already know, in the order of the log; new objects arrive by queue. */
  private follow(changes: readonly Change[]): void {
    const now = this.context.cluster.clock.now();
    this.configurationStatus.follow(changes);
    this.rollouts.follow(changes, (change) => configures(change) || concernsRollOut(change));
    if (changes.some(configures)) this.reconfigure();
    if (changes.some(({ key }) => key.resource === NODE_BEHAVIOURS)) this.reapplyNodeBehaviours();
    if (changes.some(({ key }) => POD_BEHAVIOUR_KINDS.includes(key.resource))) this.reapplyBehaviours(now);
    if (changes.some(({ key }) => key.resource === STAGES)) this.reloadStages(now);
    this.behaviourStatus.follow(changes);
    for (const { key, operation, object, previous } of changes) {
      if (key.resource === 'nodes' && this.hosts(key.name)) {
        this.nodeChanged(previous as Node, operation === Operation.Delete ? undefined : (object as Node));
      } else if (Object.hasOwn(REFERENCED, key.resource)) {
        this.engine.objectChanged(REFERENCED[key.resource as keyof typeof REFERENCED], key.namespace, key.name, now);
      } else if (key.resource === 'pods') {
        this.podFollowed(nameOf(key.namespace, key.name), previous, { operation, object, now });
      } else if (key.resource === LEASES) {
        this.writer.leaseChanged(key.name);
      }
    }
    this.devices.follow(changes, (node) => this.hosts(node));
    for (const pod of this.claimed.concernedBy(changes)) this.podChanged(undefined, pod, now);
    this.run();
  }

  private podFollowed(
    key: string,
    previous: KubeObject | undefined,
    { operation, object, now }: { operation: Operation; object: KubeObject; now: number },
  ): void {
    const [before, pod] = [previous as Pod | undefined, object as Pod];
    const { nodeName } = pod.spec;
    if (!nodeName || !this.hosts(nodeName)) return;
    if (operation === Operation.Delete) {
      this.expected.take(key);
      this.deschedulers.forget(pod.metadata.uid);
      this.podChanged(pod, undefined, now);
    } else if (before?.spec.nodeName !== nodeName) {
      this.expected.add(key);
    } else if (!this.expected.has(key)) {
      this.podChanged(before, pod, now);
      this.deschedulers.follow(pod);
    }
  }

  private nodeChanged(before: Node | undefined, after: Node | undefined): void {
    const now = this.context.cluster.clock.now();
    const given = after && isSimulated(after) ? this.configurations.give(after) : undefined;
    this.engine.nodeChanged(before, given, now);
    const name = (after ?? before)?.metadata.name;
    if (name === undefined) return;
    this.devices.nodeChanged(name, given?.metadata.annotations);
    this.declareFaults(name, after);
    this.configure(name);
    this.pressure.nodeChanged(name, now);
  }

  /** The objects as the kubelets are to see them. */
  private get objectsNow(): ObjectsNow {
    const pod = (namespace: string, name: string): Pod | undefined => {
      const found = this.context.cluster.cache.get(Kinds.Pod, namespace, name);
      return found && this.behave(found as Pod);
    };
    return { pod, node: (name) => this.simulated(name) };
  }

  /** A node of the shard as its kubelet sees it. */
  private simulated(name: string): Node | undefined {
    const node = this.context.cluster.cache.get(Kinds.Node, '', name);
    return node && isSimulated(node) ? this.configurations.give(node) : undefined;
  }

  /** Declares the faults that a node gets without a request: from its behaviour, from kernel kills, from a failed start. */
  private declareFaults(name: string, node: Node | undefined): void {
    if (!node) return this.faults.declare(name, []);
    const refused = isSimulated(node) ? this.refusals.faultsOf(node, this.context.cluster.clock.now()) : [];
    this.faults.declare(name, [...this.configurations.behaviours.faultsOf(node), ...outagesOf(node), ...refused]);
  }

  /** Applies a node's configuration to its living kubelet: the resources that it reports, and its own work. */
  private configure(name: string): void {
    const hosted = this.engine.livingNode(name);
    const configured = hosted && this.configurations.configuredNode(hosted.node);
    hosted?.setResources(configured?.resources, configured?.updates);
    hosted?.setOwnWork(ownWorkOf(hosted.node, configured?.configuration));
  }

  /** Restarts all kubelets after a change of their configuration. */
  private reconfigure(): void {
    const { cache, clock } = this.context.cluster;
    for (const object of cache.list(Kinds.Node)) {
      const { metadata } = object;
      if (!this.hosts(metadata.name)) continue;
      this.declareFaults(metadata.name, object as Node);
      this.configure(metadata.name);
      this.pressure.configurationChanged(metadata.name, clock.now());
    }
  }

  /** Applies changed node behaviours to their kubelets at once. */
  private reapplyNodeBehaviours(): void {
    const { cache } = this.context.cluster;
    this.configurations.readBehaviours();
    for (const object of cache.list(Kinds.Node)) {
      if (this.hosts(object.metadata.name)) this.nodeChanged(undefined, object as Node);
    }
    this.reconfigure();
  }

  private readBehaviours(): void {
    readPodBehaviours(this.behaviours, this.context.cluster.cache);
  }

  /** Applies changed stages to the objects that are already here. */
  private reloadStages(now: number): void {
    this.engine.leadBy(this.stages, now);
  }

  private get stages(): StageFile[] {
    return this.context.cluster.cache.list(STAGES) as StageFile[];
  }

  /** Applies changed pod behaviours to the pods that are already here. */
  private reapplyBehaviours(now: number): void {
    const { cache } = this.context.cluster;
    this.readBehaviours();
    this.engine.reapplyBehaviours(now);
    for (const { metadata } of cache.list(Kinds.Node)) {
      if (!this.hosts(metadata.name)) continue;
      for (const pod of cache.podsOn(metadata.name)) {
        const key = nameOf(pod.metadata.namespace ?? '', pod.metadata.name);
        if (!this.expected.has(key)) this.podChanged(undefined, pod, now);
      }
    }
  }

  private podChanged(before: Pod | undefined, given: Pod | undefined, now: number): void {
    if (given && this.claimed.mustWait(given)) return;
    if (!given && before) this.claimed.forget(before);
    const after = given && this.behave(given);
    this.engine.podChanged(before, after, now);
    this.pressure.podChanged((after ?? before)!, after, now);
  }

  private behave(pod: Pod): Pod {
    return this.behaviours.give(this.deschedulers.give(pod));
  }

  /** The descheduler in a container has done its work: the container ends. */
  private deschedulerEnded({ metadata }: Pod): void {
    const { cache, clock } = this.context.cluster;
    const pod = cache.get(Kinds.Pod, metadata.namespace ?? '', metadata.name);
    if (pod?.metadata.uid !== metadata.uid || this.stopped) return;
    this.engine.reapplyBehaviours(clock.now());
    this.podChanged(undefined, pod, clock.now());
    this.run();
  }

  private nextDeadlineMs(): number | undefined {
    const [own, ofPressure] = [this.engine.nextDeadlineMs(), this.pressure.nextDeadlineMs()];
    return own === undefined || (ofPressure !== undefined && ofPressure < own) ? ofPressure : own;
  }

  private takeUp(key: string): void {
    if (!this.expected.take(key)) return;
    const slash = key.indexOf('/');
    const { cache, clock } = this.context.cluster;
    const pod = cache.get({ resource: 'pods', namespace: key.slice(0, slash), name: key.slice(slash + 1) });
    if (pod) this.podChanged(undefined, pod as Pod, clock.now());
  }

  private run(): void {
    this.runs.run();
  }

  private async runDue(): Promise<void> {
    const now = this.context.cluster.clock.now();
    const actions = this.engine.runDue(now, (soFar) => this.pressure.run(now, soFar));
    this.pressure.settle(now, actions);
    await this.writer.write(actions);
  }
}
