import type { DeploymentConfig, KubeObject, Pod } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { ConfigSpec } from '../deployment-config/config-types';
import { deployerAnnotations, hasEnded, progressOf } from '../deployment-config/deployer-progress';
import { deployerPodName } from '../deployment-config/deployer-pod-name';
import { afterCreation, planDeploymentConfig } from '../deployment-config/plan-deployment-config';
import { planVersion, withDeployer } from '../deployment-config/plan-version';
import { runDeployer } from '../deployment-config/run-deployer';
import { byNumber, configOf, phaseOf, replicasOf, type Version } from '../deployment-config/version';

const START_MS = Date.parse('2026-01-01T12:00:00Z');

/** A DeploymentConfig in the memory of a test, which simulates the controllers of its pods and the kubelet. */
export class ConfigScene {
  config: DeploymentConfig;
  versions: Version[] = [];
  pods: Pod[] = [];
  nowMs = START_MS;
  /** Events and lines of deployers, oldest first. */
  readonly notes: string[] = [];
  readonly lines: string[] = [];
  /** Returns how many pods of a version work, of those that it has. */
  works: (version: Version) => number = replicasOf;
  /** Final phase of the pods of hooks. */
  hookPhase: 'Succeeded' | 'Failed' = 'Succeeded';
  private count = 0;

  constructor(spec: Partial<ConfigSpec> = {}) {
    this.config = {
      apiVersion: 'apps.openshift.io/v1',
      kind: 'DeploymentConfig',
      metadata: {
        name: 'web',
        namespace: 'default',
        uid: 'web',
        resourceVersion: '1',
        generation: 1,
        creationTimestamp: formatTime(START_MS),
      },
      spec: {
        replicas: 3,
        revisionHistoryLimit: 10,
        triggers: [{ type: 'ConfigChange' }],
        strategy: { type: 'Rolling', rollingParams: { timeoutSeconds: 600, updatePeriodSeconds: 1, maxSurge: 1 } },
        selector: { app: 'web' },
        template: templateOf('web:1'),
        ...spec,
      },
    };
  }

  edit(spec: Partial<ConfigSpec>): void {
    const { metadata } = this.config;
    const generation = (metadata.generation ?? 0) + 1;
    this.config = { ...this.config, metadata: { ...metadata, generation }, spec: { ...this.config.spec, ...spec } };
  }

  setImage(image: string): void {
    this.edit({ template: templateOf(image) });
  }

  version(number: number): Version {
    return this.versions.find(({ metadata }) => metadata.name === `web-${number}`)!;
  }

  change(number: number, change: (version: Version) => Version): void {
    const seen = this.version(number);
    this.versions = this.versions.map((each) => (each === seen ? change(each) : each));
  }

  /** Phases and sizes of the versions, oldest first. */
  get summary(): string {
    const texts = byNumber(this.versions).map((each) => `${each.metadata.name} ${phaseOf(each)} ${replicasOf(each)}`);
    return texts.reverse().join(', ');
  }

  /** Lets everything happen that happens within this time, in steps of a second. */
  run(seconds: number): this {
    for (let i = 0; i <= seconds; i++) {
      for (let round = 0; round < 40; round++) this.step();
      this.nowMs += 1000;
    }
    return this;
  }

  private step(): void {
    this.runPods();
    for (const { metadata } of this.versions)
      this.advance(this.versions.find((each) => each.metadata.uid === metadata.uid)!);
    const input = { config: this.config, versions: this.versions, nowMs: this.nowMs };
    let plan = planDeploymentConfig(input);
    if (plan.creation) {
      const created = this.stored(plan.creation as Version);
      this.versions = [...this.versions, created];
      plan = afterCreation(input, created);
    }
    this.replace(plan.updates);
    this.versions = this.versions.filter(
      (each) => !plan.deletions.some(({ metadata }) => metadata.uid === each.metadata.uid),
    );
    this.notes.push(...plan.notes.map(({ message }) => message));
    if (plan.status) this.config = { ...this.config, status: plan.status };
  }

  private advance(version: Version): void {
    const { name } = version.metadata;
    const pods = this.pods.filter(({ metadata }) => metadata.labels?.['openshift.io/deployer-pod-for.name'] === name);
    const plan = planVersion({ version, pods, stranger: undefined, nowMs: this.nowMs });
    this.notes.push(...plan.notes.map(({ message }) => message));
    this.pods = this.pods.filter((pod) => !plan.deletions.includes(pod));
    if (plan.creation) {
      const pod = this.stored(plan.creation as Pod);
      this.pods = [...this.pods, pod];
      this.replace([{ seen: version, next: withDeployer(version, pod as unknown as KubeObject) }]);
    } else if (plan.next) this.replace([{ seen: version, next: plan.next }]);
    else this.deploy(version, pods);
  }

  private deploy(version: Version, pods: readonly Pod[]): void {
    const pod = pods.find(({ metadata }) => metadata.name === deployerPodName(version.metadata.name));
    const config = configOf(version);
    if (!pod || pod.status?.phase !== 'Running' || hasEnded(pod) || !config) return;
    const { versions, nowMs } = this;
    const hasPods = (each: Version): boolean => (each.status?.replicas ?? 0) > 0;
    const step = runDeployer({
      version,
      config,
      versions,
      pod,
      hookPods: pods,
      hasPods,
      progress: progressOf(pod),
      nowMs,
    });
    this.replace(step.updates);
    this.lines.push(...step.lines);
    this.notes.push(...step.notes.map(({ message }) => message));
    const annotations = deployerAnnotations(pod, { ...step, nowMs });
    const next = {
      ...pod,
      metadata: { ...pod.metadata, annotations: { ...pod.metadata.annotations, ...annotations } },
    };
    this.pods = this.pods.map((each) => (each === pod ? next : each));
    if (step.creation) this.pods = [...this.pods, this.stored(step.creation as Pod)];
  }

  /** Kubelets and the replication controllers. */
  private runPods(): void {
    this.pods = this.pods.map((pod) => {
      const code = pod.metadata.annotations?.['orrery.dev/exit-code'];
      const isHook = pod.metadata.name.includes('-hook-');
      const ended = code === undefined ? undefined : code === '0' ? 'Succeeded' : 'Failed';
      const phase = isHook ? this.hookPhase : (ended ?? 'Running');
      return pod.status?.phase === phase ? pod : { ...pod, status: { ...pod.status, phase } };
    });
    this.versions = this.versions.map((version) => {
      const replicas = replicasOf(version);
      const working = Math.min(this.works(version), replicas);
      const status = { replicas, readyReplicas: working, availableReplicas: working };
      return { ...version, status };
    });
  }

  private replace(updates: readonly { readonly seen: Version; readonly next: Version }[]): void {
    const changed = new Map(updates.map(({ seen, next }) => [seen.metadata.uid, next]));
    this.versions = this.versions.map((each) => changed.get(each.metadata.uid) ?? each);
  }

  private stored<T extends Version | Pod>(input: T): T {
    const metadata = { ...input.metadata, uid: `uid-${this.count++}`, creationTimestamp: formatTime(this.nowMs) };
    return { ...input, metadata };
  }
}

function templateOf(image: string): NonNullable<ConfigSpec['template']> {
  return { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image }] } };
}
