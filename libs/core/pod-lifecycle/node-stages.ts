import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { DeadlineHeap } from './deadline-heap';
import type { HostedNode } from './hosted-node';
import type { KubeletActions } from './kubelet-actions';
import type { Chance } from './chance';
import { mergePatch } from './stages/merge-patch';
import { StageTarget } from './stages/stage';
import { stageInstant, type CompiledStage, type StageMatcher } from './stages/stage-matcher';

interface MatchedStage {
  readonly stage: CompiledStage;
  readonly sinceMs: number;
}

/** The stages that nodes of a shard are in for. */
export class NodeStages {
  private readonly matched = new Map<string, MatchedStage>();
  private readonly deadlines = new DeadlineHeap();

  constructor(
    private readonly stages: StageMatcher,
    private readonly chance: Chance,
  ) {}

  /** Looks at a node that came or changed. */
  look(hosted: HostedNode, nowMs: number): void {
    const { name, uid } = hosted.node.metadata;
    const subject = subjectOf(hosted.node, nowMs);
    const stage = this.stages.match(StageTarget.Node, subject, () => this.chance('node-stage', uid));
    if (!stage) return this.forget(name);
    const known = this.matched.get(name);
    const sinceMs = known?.stage === stage ? known.sinceMs : nowMs;
    this.matched.set(name, { stage, sinceMs });
    const random = () => this.chance('node-delay', uid, stage.record.name);
    this.deadlines.set(name, Math.max(nowMs, stageInstant(stage, subject, { sinceMs, random })));
  }

  forget(name: string): void {
    this.matched.delete(name);
    this.deadlines.set(name, undefined);
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
    const { stage } = matched;
    const subject = subjectOf(hosted.node, nowMs);
    const conditions = stage.conditions?.(subject) as NodeCondition[] | undefined;
    const base = conditions ? hosted.withConditions(conditions, nowMs) : hosted.node.status;
    const status = (stage.status ? mergePatch(base, stage.status(subject)) : base) as Node['status'];
    if (stage.status || conditions) actions.patchNodeStatuses.push({ nodeName: name, uid, status });
    for (const event of stage.events(subject)) actions.nodeEvents.push({ nodeName: name, uid, ...event });
  }
}

function subjectOf({ metadata, spec, status }: Node, nowMs: number): object {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return { metadata, spec, status, facts: { now: formatTime(nowMs), ...(ready === undefined ? {} : { ready }) } };
}
