import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Node, NodeCondition } from '@orrery/api-types';
import type { NodeLifecycleAction } from '../actions';
import { NodeLifecycleController } from '../node-lifecycle-controller';
import type { NodeLifecycleState } from '../node-lifecycle-state';
import { nodeHealthSettings, type RequeueMode } from '../settings/settings';
import { applyTaintChange } from '../tainting/taints';
import { printableZoneKey } from '../zones/zone-key';

export interface RecordedNode {
  name: string;
  zone: string;
  labels: Record<string, string>;
  leaseOffsetSeconds: number;
  neverPosts?: boolean;
  unschedulable?: boolean;
  addedAt?: number;
}
export interface RecordedRun {
  id: string;
  description: string;
  durationSeconds: number;
  nodes: RecordedNode[];
  script: { t: number; node: string; action: 'stop' | 'resume' | 'notReady' | 'ready' | 'delete' }[];
  timeline: { t: number; events: Record<string, unknown>[] }[];
  final: Record<string, { ready: string; taints: string[] }>;
  plainQueueAgreesUntilSeconds: number | null;
}

export function readRecordedRuns(): RecordedRun[] {
  const file = join(__dirname, '../testdata/node-lifecycle.json.gz');
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as RecordedRun[];
}

const TICK_MS = 100;
const LEASE_PERIOD_MS = 10_000;
const STATUS_PERIOD_MS = 300_000;
const time = (ms: number): string => new Date(ms).toISOString();

interface Kubelet {
  readonly spec: RecordedNode;
  stopped: boolean;
  ready: boolean;
}

/** Replays one recorded run tick by tick, in the order the recording describes. */
export class RecordedRunReplay {
  readonly nodes = new Map<string, Node>();
  readonly timeline: { t: number; events: Record<string, unknown>[] }[] = [];
  private readonly kubelets = new Map<string, Kubelet>();
  /** Health passes that took place. */
  passes = 0;
  private readonly controller: NodeLifecycleController;
  private events: Record<string, unknown>[] = [];
  private changed = new Set<string>();
  private zonesSeen = new Map<string, { state: string | undefined; rate: number }>();

  constructor(
    private readonly run: RecordedRun,
    requeue: RequeueMode,
    /** True if passes are left out that find nothing to do. */
    private readonly rests = false,
  ) {
    // The recorder's rates are single-precision numbers; ours are exact, so it gets those numbers.
    const settings = nodeHealthSettings('k8s-1.20', {
      requeue,
      nodeEvictionRate: Math.fround(0.1),
      secondaryNodeEvictionRate: Math.fround(0.01),
    });
    this.controller = new NodeLifecycleController(settings);
    for (const spec of run.nodes) {
      if (spec.addedAt === undefined) this.startBeforeRecording(spec);
    }
  }

  replay(): void {
    const script = [...this.run.script];
    for (let tick = 0; tick * TICK_MS <= this.run.durationSeconds * 1000; tick++) {
      const nowMs = tick * TICK_MS;
      this.events = [];
      for (const spec of this.run.nodes) {
        if (spec.addedAt !== undefined && ms(spec.addedAt) === nowMs) this.addNode(spec, nowMs);
      }
      while (script[0] && ms(script[0].t) === nowMs) this.act(script.shift()!, nowMs);
      this.heartbeats(nowMs);
      this.settleNoSchedule(nowMs);
      const passMs = this.rests ? this.controller.nextBusyPassMs(nowMs) : this.controller.nextMonitorPassMs(nowMs);
      if (nowMs === passMs) {
        this.passes++;
        this.apply(this.controller.monitorPass(nowMs), nowMs);
        this.settleNoSchedule(nowMs);
      }
      // Whether it took place or not.
      this.controller.passesAreOver(nowMs + 1);
      if (this.controller.nextNoExecuteDeadlineMs(nowMs) === nowMs)
        this.apply(this.controller.noExecutePass(nowMs), nowMs);
      this.settleNoSchedule(nowMs);
      this.recordZones();
      if (this.events.length > 0) this.timeline.push({ t: nowMs / 1000, events: this.events });
    }
  }

  /** Returns the state of the controller, as after every pass up to now. */
  state(): NodeLifecycleState {
    return this.controller.toState();
  }

  final(): RecordedRun['final'] {
    const entries = [...this.nodes].map(([name, node]) => {
      const taints = (node.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).sort();
      return [name, { ready: node.status.conditions?.find(({ type }) => type === 'Ready')?.status ?? '', taints }];
    });
    return Object.fromEntries(entries) as RecordedRun['final'];
  }

  private startBeforeRecording(spec: RecordedNode): void {
    this.create(spec, spec.neverPosts ? 0 : -3_600_000);
    if (!spec.neverPosts) this.report(spec.name, ms(spec.leaseOffsetSeconds) - LEASE_PERIOD_MS);
  }

  private addNode(spec: RecordedNode, nowMs: number): void {
    this.create(spec, nowMs);
    if (!spec.neverPosts) this.report(spec.name, nowMs);
  }

  private create(spec: RecordedNode, createdAtMs: number): void {
    this.kubelets.set(spec.name, { spec, stopped: spec.neverPosts ?? false, ready: true });
    const node: Node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: spec.name,
        uid: spec.name,
        resourceVersion: '1',
        creationTimestamp: time(createdAtMs),
        labels: spec.labels,
      },
      spec: spec.unschedulable ? { unschedulable: true } : {},
      status: {},
    };
    this.nodes.set(spec.name, node);
    this.changed.add(spec.name);
  }

  private act({ node, action }: RecordedRun['script'][number], nowMs: number): void {
    const kubelet = this.kubelets.get(node)!;
    if (action === 'delete') {
      this.controller.nodeChanged(this.nodes.get(node), undefined, nowMs);
      this.controller.leases.deleted(node, nowMs);
      this.kubelets.delete(node);
      this.nodes.delete(node);
      this.changed.delete(node);
    } else if (action === 'stop') {
      kubelet.stopped = true;
    } else {
      if (action === 'resume') kubelet.stopped = false;
      else kubelet.ready = action === 'ready';
      if (action === 'resume') this.report(node, nowMs);
      else if (!kubelet.stopped) this.postStatus(node, nowMs);
    }
  }

  private heartbeats(nowMs: number): void {
    for (const { spec, stopped } of this.kubelets.values()) {
      const offsetMs = ms(spec.leaseOffsetSeconds);
      if (stopped) continue;
      if (nowMs % LEASE_PERIOD_MS === offsetMs) this.controller.leases.renewed(spec.name, nowMs);
      if (nowMs > 0 && nowMs % STATUS_PERIOD_MS === offsetMs) this.postStatus(spec.name, nowMs);
    }
  }

  private report(name: string, nowMs: number): void {
    this.postStatus(name, nowMs);
    this.controller.leases.renewed(name, nowMs);
  }

  private postStatus(name: string, nowMs: number): void {
    const node = this.nodes.get(name)!;
    const posted = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type): NodeCondition => {
      const status = type === 'Ready' && this.kubelets.get(name)!.ready ? 'True' : 'False';
      const old = node.status.conditions?.find((condition) => condition.type === type);
      const lastTransitionTime = old?.status === status ? old.lastTransitionTime! : time(nowMs);
      return { type, status, lastHeartbeatTime: time(nowMs), lastTransitionTime };
    });
    this.nodes.set(name, { ...node, status: { conditions: posted } });
    this.changed.add(name);
  }

  private settleNoSchedule(nowMs: number): void {
    while (this.changed.size > 0) {
      const names = [...this.changed];
      this.changed.clear();
      for (const name of names) this.apply(this.controller.nodeChanged(undefined, this.nodes.get(name), nowMs), nowMs);
    }
  }

  private apply(actions: readonly NodeLifecycleAction[], nowMs: number): void {
    for (const action of actions) {
      if (action.kind === 'patchNodeConditions') {
        const node = this.nodes.get(action.nodeName)!;
        const untouched = (node.status.conditions ?? []).filter(
          (old) => !action.conditions.some((c) => c.type === old.type),
        );
        this.nodes.set(action.nodeName, { ...node, status: { conditions: [...untouched, ...action.conditions] } });
        for (const { type, status, reason } of action.conditions) {
          this.events.push({ kind: 'condition', node: action.nodeName, type, status, reason });
        }
        this.changed.add(action.nodeName);
      } else if (action.kind === 'setNodeTaints') {
        const node = this.nodes.get(action.nodeName)!;
        const had = new Set((node.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`));
        this.nodes.set(action.nodeName, {
          ...node,
          spec: { ...node.spec, taints: applyTaintChange(node.spec.taints, action) },
        });
        for (const { key, effect } of action.add) {
          if (!had.has(`${key}:${effect}`))
            this.events.push({ kind: 'taintAdded', node: action.nodeName, key, effect });
        }
        for (const { key, effect } of action.remove) {
          this.events.push({ kind: 'taintRemoved', node: action.nodeName, key, effect });
        }
        this.changed.add(action.nodeName);
      }
    }
    if (actions.length > 0) this.settleNoSchedule(nowMs);
  }

  private recordZones(): void {
    for (const { key, state, ratePerSecond } of this.controller.zoneViews()) {
      const seen = this.zonesSeen.get(key);
      // The recordings name a zone without its region.
      const zone = printableZoneKey(key).split('::')[1] ?? '';
      if (seen?.state !== state) this.events.push({ kind: 'zoneState', zone, state: state ?? '(gone)' });
      const rate = Math.round(ratePerSecond * 1000) / 1000;
      if (seen?.rate !== rate) this.events.push({ kind: 'limiter', zone, qps: rate });
      this.zonesSeen.set(key, { state, rate });
    }
  }
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}
