import { kindByGvk, type Node } from '@orrery/api-types';
import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import type { HostedNode } from './hosted-node';
import type { KubeletActions } from '../shard/kubelet-actions';
import { isSameValue } from '../pods/same-value';
import {
  LAST_STAGE_ANNOTATION,
  newStageMemory,
  type DrivingStages,
  type StageMemory,
  type StageTransition,
} from '../stages/driving-stages';
import { momentFunctions } from '../stages/moment-functions';
import { patchedStatus } from '../stages/patch-status';
import type { StageSubject, StagePlay } from '../stages/stage-file';

const NODE = kindByGvk('v1', 'Node')!;

/** The stages that nodes are in for, as plain data. */
export interface NodeStagesState {
  readonly matched: readonly (readonly [node: string, matched: MatchedState])[];
  readonly memories: readonly (readonly [node: string, memory: StageMemory])[];
  readonly deadlines: DeadlineState;
}

interface MatchedState {
  /** Of the stage. */
  readonly name: string;
  /** Null for an instant that never comes. */
  readonly led: { readonly atMs: number | null; readonly isAlone: boolean };
}

/** The stages that nodes of a shard are in for. */
export class NodeStages {
  private readonly matched = new Map<string, StageTransition>();
  private readonly memories = new Map<string, StageMemory>();
  private readonly deadlines = new DeadlineHeap();

  constructor(private readonly drivingStages: DrivingStages) {}

  /** Looks at a node that came or changed. */
  look(hosted: HostedNode, nowMs: number): void {
    const { name } = hosted.node.metadata;
    const next = this.nextLed(hosted, nowMs);
    if (!next) return this.forget(name);
    this.matched.set(name, next);
    this.deadlines.set(name, Math.max(nowMs, next.atMs));
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
    for (const [node, { name, led }] of matched) {
      const stage = this.drivingStages.named('Node', name);
      if (stage) this.matched.set(node, { stage, ...led, atMs: led.atMs ?? Infinity });
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
    const { name } = hosted.node.metadata;
    const matched = this.matched.get(name);
    if (!matched) return;
    this.matched.delete(name);
    this.play(hosted, matched, { nowMs, actions });
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

function matchedState({ stage, atMs, isAlone }: StageTransition): MatchedState {
  return { name: stage.name, led: { atMs: Number.isFinite(atMs) ? atMs : null, isAlone } };
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
