import { failedSchedulingEvent, failurePatch } from './cycle/describe-failure';
import { fitErrorMessage, NO_NODES_MESSAGE } from './cycle/fit-error';
import { runPostFilter } from './cycle/run-post-filter';
import type { FailedDecision, PodScheduledCondition } from './decision';
import type { CycleState } from './framework/cycle-state';
import { Diagnosis } from './framework/diagnosis';
import type { PostFilterAnswer, Preemption } from './framework/plugin';
import type { SchedulingEffect } from './framework/scheduling-effect';
import { isRejected, statusMessage, unresolvable, unschedulable, type Status } from './framework/status';
import type { BindingCycle } from './binding/binding-cycle';
import type { QueuedPod } from './queue/queued-pod';
import type { ProfileParts, SchedulerParts } from './scheduler-parts';

const NO_PLUGINS: ReadonlySet<string> = new Set();

/** Failed attempt before it is recorded. */
interface Failure {
  readonly status: Status;
  readonly message: string;
  readonly reason: PodScheduledCondition['reason'];
  readonly rejectors: ReadonlySet<string>;
  readonly pendingPlugins: ReadonlySet<string>;
  readonly nomination: PostFilterAnswer['nomination'];
  readonly effects: readonly SchedulingEffect[];
  readonly preemption?: Preemption | undefined;
}

/** Queues failed pods again and returns the status updates for them (spec scheduler 3.9). */
export class AttemptFailures {
  constructor(private readonly parts: SchedulerParts) {}

  /** Calls PostFilter for a pod without a feasible node. */
  help(
    entry: QueuedPod,
    profile: ProfileParts,
    { diagnosis, state }: { readonly diagnosis: Diagnosis; readonly state: CycleState },
  ): PostFilterAnswer {
    return runPostFilter(profile.framework, { state, pod: entry.info, attempt: entry.attempts }, diagnosis);
  }

  /** Makes the failure of a pod without a feasible node, after PostFilter: the pod sleeps until one of its rejectors' events. */
  unschedulable(
    entry: QueuedPod,
    { diagnosis }: { readonly diagnosis: Diagnosis },
    help: PostFilterAnswer,
  ): FailedDecision {
    const { behaviour } = this.parts;
    const fitError = fitErrorMessage(diagnosis, behaviour.messages);
    const helpText = behaviour.status.postFilterTextAppended ? statusMessage(help.status) : '';
    return this.putBack(entry, {
      status: unschedulable('', fitError),
      message: helpText === '' ? fitError : `${fitError} ${helpText}`,
      reason: 'Unschedulable',
      rejectors: diagnosis.rejectors,
      pendingPlugins: diagnosis.pendingPlugins,
      nomination: help.nomination,
      effects: help.effects,
      preemption: help.preemption,
    });
  }

  /** Makes the failure of a cluster without nodes. */
  noNodes(entry: QueuedPod): FailedDecision {
    return this.putBack(entry, {
      ...this.plain(unresolvable('', NO_NODES_MESSAGE)),
      message: NO_NODES_MESSAGE,
      reason: 'Unschedulable',
    });
  }

  /** Makes the failure of an error during the search for a node. */
  broken(entry: QueuedPod, status: Status): FailedDecision {
    return this.putBack(entry, {
      ...this.plain(status),
      message: statusMessage(status),
      reason:
        this.parts.behaviour.status.reasonForInternalError === 'SchedulerError' ? 'SchedulerError' : 'Unschedulable',
    });
  }

  /** Makes the failure of Reserve, Permit, PreBind or Bind: rejections read as if only that node had been examined. */
  afterAssume(cycle: BindingCycle, status: Status, effects: readonly SchedulingEffect[]): FailedDecision {
    const { behaviour } = this.parts;
    const { entry } = cycle;
    entry.info = cycle.latest;
    if (!isRejected(status)) {
      const { reasonForInternalError } = behaviour.status;
      const reason = reasonForInternalError === 'Unschedulable' ? 'Unschedulable' : 'SchedulerError';
      return this.putBack(entry, { ...this.plain(status), effects, message: statusMessage(status), reason });
    }
    const diagnosis = new Diagnosis(1);
    diagnosis.othersStatus = status;
    diagnosis.note(status);
    return this.putBack(entry, {
      ...this.plain(status),
      effects,
      message: fitErrorMessage(diagnosis, behaviour.messages),
      reason: 'Unschedulable',
      rejectors: diagnosis.rejectors,
      pendingPlugins: diagnosis.pendingPlugins,
    });
  }

  private plain(status: Status): Omit<Failure, 'message' | 'reason'> {
    const clears = this.parts.behaviour.status.failureClearsNomination;
    return {
      status,
      rejectors: NO_PLUGINS,
      pendingPlugins: NO_PLUGINS,
      nomination: { mode: clears ? 'clear' : 'keep' },
      effects: [],
    };
  }

  private putBack(entry: QueuedPod, failure: Failure): FailedDecision {
    const { queue } = this.parts;
    const { info, attempts } = entry;
    queue.requeue(entry, failure);
    const { nomination, message, reason } = failure;
    const { nominator } = queue;
    if (nomination.mode === 'set') nominator.nominate(info, nomination.nodeName);
    else if (nomination.mode === 'clear') nominator.remove(info.uid);
    else if (!nominator.nominatedNode(info.uid)) nominator.nominate(info, info.pod.status?.nominatedNodeName);
    const nominatedNodeName =
      nomination.mode === 'set' ? nomination.nodeName : nomination.mode === 'clear' ? '' : undefined;
    const condition: PodScheduledCondition = { type: 'PodScheduled', status: 'False', reason, message };
    return {
      kind: 'failed',
      pod: info.pod,
      uid: info.uid,
      attempt: attempts,
      status: failure.status,
      message,
      statusPatch: failurePatch(info.pod, condition, nominatedNodeName),
      event: failedSchedulingEvent(message),
      effects: failure.effects,
      preemption: failure.preemption,
    };
  }
}
