import { kindByGvk, type Node, type NodeCondition } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import type { HostedNode } from './hosted-node';
import type { KubeletActions } from '../shard/kubelet-actions';
import type { Chance } from '../chance';
import { isSameValue } from '../pods/same-value';
import {
  LAST_STAGE_ANNOTATION,
  newStageMemory,
  type DrivingStages,
  type StageMemory,
  type StageTransition,
} from '../stage-files/driving-stages';
import { momentFunctions } from '../stage-files/moment-functions';
import { patchedStatus } from '../stage-files/patch-status';
import type { StageSubject, StagePlay } from '../stage-files/stage-file';
import { mergePatch } from '../stages/merge-patch';
import { StageTarget } from '../stages/stage';
import { stageInstant, type CompiledStage, type StageMatcher } from '../stages/stage-matcher';

const NODE = kindByGvk('v1', 'Node')!;

type MatchedStage =
  | { readonly stage: CompiledStage; readonly sinceMs: number }
  /** A stage of a file. */
  | { readonly stageMemory: StageTransition };

/** The stages that nodes are in for, as plain data. */
export interface NodeStagesState {
  readonly matched: readonly (readonly [node: string, matched: MatchedState])[];
  readonly memories: readonly (readonly [node: string, memory: StageMemory])[];
  readonly deadlines: DeadlineState;
}

interface MatchedState {
  /** Of the stage. */
  readonly name: string;
  readonly sinceMs?: number;
  /** Of one of a file; null for an instant that never comes. */
  readonly led?: { readonly atMs: number | null; readonly isAlone: boolean };
}

/** The stages that nodes of a shard are in for. */
export class NodeStages {
  private readonly matched = new Map<string, MatchedStage>();
  private readonly memories = new Map<string, StageMemory>();
  private readonly deadlines = new DeadlineHeap();

  constructor(
    private readonly stages: StageMatcher,
    private readonly chance: Chance,
    private readonly drivingStages: DrivingStages,
  ) {}

  /** Looks at a node that came or changed. */
  look(hosted: HostedNode, nowMs: number): void {
    const { name, uid } = hosted.node.metadata;
    const stageMemory = this.nextLed(hosted, nowMs);
    if (stageMemory) {
      this.matched.set(name, { stageMemory });
      return this.deadlines.set(name, Math.max(nowMs, stageMemory.atMs));
    }
    const subject = subjectOf(hosted.node, nowMs);
    const stage = this.stages.match(StageTarget.Node, subject, () => this.chance('node-stage', uid));
    if (!stage) return this.forget(name);
    const known = this.matched.get(name);
    const sinceMs = known && 'stage' in known && known.stage === stage ? known.sinceMs : nowMs;
    this.matched.set(name, { stage, sinceMs });
    const random = () => this.chance('node-delay', uid, stage.record.name);
    this.deadlines.set(name, Math.max(nowMs, stageInstant(stage, subject, { sinceMs, random })));
  }

  forget(name: string): void {
    this.matched.delete(name);
    this.deadlines.set(name, undefined);
  }

  /** The node is gone. */
  remove(name: string): void {
    this.forget(name);
    this.memories.delete(name);
  }

  /** The stages that nodes are in for, as plain data. */
  toState(): NodeStagesState {
    return {
      matched: [...this.matched].map(([node, each]) => [node, matchedState(each)]),
      memories: [...this.memories].map(([node, memory]) => [node, { ...memory }]),
      deadlines: this.deadlines.toState(),
    };
  }

  /** Restores the state that {@link toState} returned; the stages of files are those as of the capture. */
  restore({ matched, memories, deadlines }: NodeStagesState): void {
    for (const [node, { name, sinceMs, led }] of matched) {
      const own = led ? undefined : this.stages.named(StageTarget.Node, name);
      const file = led && this.drivingStages.named('Node', name);
      if (own) this.matched.set(node, { stage: own, sinceMs: sinceMs! });
      if (file) this.matched.set(node, { stageMemory: { stage: file, ...led, atMs: led.atMs ?? Infinity } });
    }
    for (const [node, memory] of memories) this.memories.set(node, { ...memory });
    this.deadlines.restore(deadlines);
  }

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  takeDue(nowMs: number): string[] {
    return this.deadlines.takeDue(nowMs).sort();
  }

  /** Does what the matched stage says. It comes again only when the node, changed by it, is fed and still matches. */
  run(hosted: HostedNode, nowMs: number, actions: KubeletActions): void {
    const { name, uid } = hosted.node.metadata;
    const matched = this.matched.get(name);
    if (!matched) return;
    this.matched.delete(name);
    if ('stageMemory' in matched) return this.play(hosted, matched.stageMemory, { nowMs, actions });
    const { stage } = matched;
    const subject = subjectOf(hosted.node, nowMs);
    const conditions = stage.conditions?.(subject) as NodeCondition[] | undefined;
    const base = conditions ? hosted.withConditions(conditions, nowMs) : hosted.node.status;
    const status = (stage.status ? mergePatch(base, stage.status(subject)) : base) as Node['status'];
    if (stage.status || conditions) actions.patchNodeStatuses.push({ nodeName: name, uid, status });
    for (const event of stage.events(subject)) actions.nodeEvents.push({ nodeName: name, uid, ...event });
  }

  private nextLed({ node }: HostedNode, nowMs: number): StageTransition | undefined {
    const { name } = node.metadata;
    if (!this.drivingStages.concerns('Node', node.metadata)) return undefined;
    let memory = this.memories.get(name);
    if (!memory) this.memories.set(name, (memory = newStageMemory()));
    return this.drivingStages.next('Node', stageSubjectOf(node), memory, nowMs);
  }

  private play(
    hosted: HostedNode,
    stageMemory: StageTransition,
    { nowMs, actions }: { nowMs: number; actions: KubeletActions },
  ): void {
    const { node, hostIP: nodeIP } = hosted;
    const { name: nodeName, uid, creationTimestamp: startTime } = node.metadata;
    const memory = this.memories.get(nodeName)!;
    const played = stageMemory.stage.play(
      stageSubjectOf(node),
      momentFunctions({ nowMs, nodeName, nodeIP, startTime }),
    );
    const patched = played.fault === undefined ? patchedStatus(NODE, node.status, played.statusPatches) : undefined;
    if (!patched || 'fault' in patched) {
      const message = `The stage ${stageMemory.stage.name} cannot be played: ${patched?.fault ?? played.fault}`;
      actions.nodeEvents.push({ nodeName, uid, type: 'Warning', reason: 'StageFailed', message });
      this.drivingStages.played(stageMemory, memory, { nowMs, isChanged: false, isFault: true });
      return this.look(hosted, nowMs);
    }
    const isChanged = !isSameValue(patched.status, node.status);
    if (isChanged) {
      hosted.takeStatus(patched.status, conditionsIn(played));
      actions.patchNodeStatuses.push({ nodeName, uid, status: patched.status });
      if (node.metadata.annotations?.[LAST_STAGE_ANNOTATION] !== stageMemory.stage.name) {
        actions.annotateNodes.push({ nodeName, uid, annotations: { [LAST_STAGE_ANNOTATION]: stageMemory.stage.name } });
      }
    }
    for (const event of played.events) actions.nodeEvents.push({ nodeName, uid, ...event });
    this.drivingStages.played(stageMemory, memory, { nowMs, isChanged, isFault: false });
    this.look(hosted, nowMs);
  }

  /** The node has changed, though not by a stage: one that waited for that may come again. */
  hasUpdates(name: string): void {
    const memory = this.memories.get(name);
    if (memory) delete memory.isIdle;
  }
}

function matchedState(matched: MatchedStage): MatchedState {
  if ('stage' in matched) return { name: matched.stage.record.name, sinceMs: matched.sinceMs };
  const { stage, atMs, isAlone } = matched.stageMemory;
  return { name: stage.name, led: { atMs: Number.isFinite(atMs) ? atMs : null, isAlone } };
}

function subjectOf({ metadata, spec, status }: Node, nowMs: number): object {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return { metadata, spec, status, facts: { now: formatTime(nowMs), ...(ready === undefined ? {} : { ready }) } };
}

/** Returns a node as stages of files see it: one whose kubelet has reported is in the phase Running. */
function stageSubjectOf({ apiVersion, kind, metadata, spec, status }: Node): StageSubject {
  const hasReported = status?.conditions?.some(({ type }) => type === 'Ready') === true;
  const phase = (status as { phase?: string } | undefined)?.phase ?? (hasReported ? 'Running' : undefined);
  return {
    apiVersion,
    kind,
    metadata,
    spec,
    status: phase === undefined ? status : { ...status, phase },
  } as StageSubject;
}

/** The types of conditions that a stage has set. */
function conditionsIn({ statusPatches }: StagePlay): string[] {
  return statusPatches.flatMap(({ patch }) =>
    ((patch as { conditions?: { type: string }[] }).conditions ?? []).map(({ type }) => type),
  );
}
