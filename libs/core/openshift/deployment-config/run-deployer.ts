import { DeploymentStrategyType } from '@orrery/api-types';
import type { LifecycleHook } from './config-types';
import type { DeployerProgress } from './deployer-progress';
import type { DeployerInput, DeployerStep, StepCheck } from './deployer-step';
import type { HookMoment } from './hook-pod';
import type { ConfigNote } from './plan-deployment-config';
import { rollingBounds, sizeDown, sizeUp, type RollingBounds } from './rolling-update';
import { runHook } from './run-hook';
import {
  annotated,
  annotationOf,
  byNumber,
  ConfigAnnotation,
  isComplete,
  replicasOf,
  scaled,
  type Version,
} from './version';

/** The parts of a rollout, in their order (`strategy/rolling` and `strategy/recreate` of origin). */
const STEPS = {
  rolling: ['older', 'pre', 'prepare', 'roll', 'settle', 'post'],
  rollingFirst: ['older', 'pre', 'full', 'accept', 'post'],
  recreate: ['older', 'pre', 'down', 'terminate', 'mid', 'one', 'accept', 'full', 'post'],
  recreateFirst: ['older', 'pre', 'mid', 'full', 'accept', 'post'],
} as const;
type StepName = (typeof STEPS)[keyof typeof STEPS][number];

/** Maximum time in which older versions must lose their pods. */
const OLDER_MS = 120_000;
const DEFAULT_TIMEOUT_SECONDS = 600;

/**
 * Runs a step of the deployer of a version, as the process in a deployer pod would do now (`pkg/cmd/infra/deployer` of
 * origin). It scales the versions, runs the hooks, and prints; at its end it sets the exit code of its container.
 */
export function runDeployer(input: DeployerInput): DeployerStep {
  return new DeployerRun(input).step();
}

class DeployerRun {
  private progress: DeployerProgress;
  private readonly lines: string[] = [];
  private readonly notes: ConfigNote[] = [];
  private readonly updates = new Map<Version, Version>();
  private creation: object | undefined;
  private recheckAtMs: number | undefined;
  private readonly from: Version | undefined;
  private readonly desired: number;
  private readonly timeoutMs: number;

  constructor(private readonly input: DeployerInput) {
    const { version, versions, config, progress, nowMs } = input;
    this.progress = progress ?? { step: '', sinceMs: nowMs };
    this.from = byNumber(versions).find((each) => each !== version && isComplete(each));
    const { recreateParams, rollingParams } = config.spec.strategy ?? {};
    this.desired = desiredOf(version) ?? config.spec.replicas ?? 0;
    const seconds = rollingParams?.timeoutSeconds ?? recreateParams?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    this.timeoutMs = seconds * 1000;
  }

  step(): DeployerStep {
    const failure = this.progress.step === '' ? this.refusal() : undefined;
    if (failure !== undefined) return this.ended(failure);
    const steps: readonly StepName[] = STEPS[this.planName()];
    let index = steps.indexOf(this.progress.step as StepName);
    if (index < 0) this.enter(steps[(index = 0)]!);
    while (index < steps.length) {
      const check = this.check(steps[index]!);
      if (check === 'waits') return this.going();
      if (check !== 'done') return this.ended(check.failure);
      index++;
      if (index < steps.length) this.enter(steps[index]!);
    }
    this.lines.push('--> Success');
    return { ...this.going(), exitCode: 0 };
  }

  private refusal(): string | undefined {
    const { version, config } = this.input;
    const { type } = config.spec.strategy ?? {};
    if (type === DeploymentStrategyType.Custom) return `unsupported strategy type: ${type}`;
    if (desiredOf(version) === undefined) return `deployment ${version.metadata.name} has already run to completion`;
    return undefined;
  }

  private planName(): keyof typeof STEPS {
    const isRolling = this.input.config.spec.strategy?.type === DeploymentStrategyType.Rolling;
    if (this.from) return isRolling ? 'rolling' : 'recreate';
    return isRolling ? 'rollingFirst' : 'recreateFirst';
  }

  private going(): DeployerStep {
    const { progress, lines, notes, creation, recheckAtMs } = this;
    return {
      progress,
      lines,
      notes,
      updates: [...this.updates].map(([seen, next]) => ({ seen, next })),
      ...(creation ? { creation } : {}),
      ...(recheckAtMs === undefined ? {} : { recheckAtMs }),
    };
  }

  private ended(failure: string): DeployerStep {
    this.lines.push(`error: ${failure}`);
    return { ...this.going(), exitCode: 1 };
  }

  /** Enters a step and prints its first lines. */
  private enter(step: StepName): void {
    this.progress = { step, sinceMs: this.input.nowMs };
    const { from, desired } = this;
    const to = this.input.version.metadata.name;
    if (step === 'down') this.lines.push(`--> Scaling ${from!.metadata.name} down to zero`);
    if (step === 'one' && desired > 0) this.lines.push(`--> Scaling ${to} to 1 before performing acceptance check`);
    if (step === 'full' && desired > 0 && replicasOf(this.now(this.input.version)) !== desired) {
      this.lines.push(`--> Scaling ${to} to ${desired}`);
    }
  }

  private check(step: StepName): StepCheck {
    const { version } = this.input;
    switch (step) {
      case 'older':
        return this.checkOlder();
      case 'pre':
      case 'mid':
      case 'post':
        return this.checkHook(step);
      case 'prepare':
        return this.prepare(this.from!);
      case 'roll':
        return this.roll(this.from!);
      case 'settle':
        return this.settle();
      case 'down':
        return this.scaleTo(this.from!, 0);
      case 'terminate':
        return this.input.hasPods(this.from!) ? this.waitAtMost(this.timeoutMs, () => 'done') : 'done';
      case 'one':
        return this.desired === 0 ? 'done' : this.scaleTo(version, 1);
      case 'full':
        return this.desired === 0 ? 'done' : this.scaleTo(version, this.desired);
      case 'accept':
        return this.accept();
    }
  }

  /** Removes the pods of versions that are neither the new nor the last one; a timeout does not fail the rollout. */
  private checkOlder(): StepCheck {
    const others = this.input.versions.filter((each) => each !== this.input.version && each !== this.from);
    for (const each of others.filter((version) => replicasOf(version) > 0)) {
      this.change(scaled(each, 0), each);
      this.lines.push(`--> Scaled older deployment ${each.metadata.name} down`);
    }
    const isThere = others.some(({ status }) => (status?.replicas ?? 0) > 0);
    return isThere ? this.waitAtMost(OLDER_MS, () => 'done') : 'done';
  }

  /** Gives a version its number of pods, and waits for the pods to be made; a timeout does not fail this step. */
  private scaleTo(version: Version, replicas: number): StepCheck {
    if (replicasOf(version) !== replicas) this.change(scaled(version, replicas), version);
    else if ((version.status?.replicas ?? 0) === replicas) return 'done';
    return this.waitAtMost(this.timeoutMs, () => 'done');
  }

  private accept(): StepCheck {
    const { version } = this.input;
    const { name, namespace = '' } = version.metadata;
    if (this.desired === 0 || (version.status?.availableReplicas ?? 0) === replicasOf(this.now(version))) return 'done';
    const text = `pods for rc '${namespace}/${name}' took longer than ${this.timeoutMs / 1000} seconds to become available`;
    return this.waitAtMost(this.timeoutMs, () => ({ failure: `update acceptor rejected ${name}: ${text}` }));
  }

  /** Marks both versions of a rolling update, and prints its plan. */
  private prepare(from: Version): StepCheck {
    const { version } = this.input;
    if (annotationOf(version, ConfigAnnotation.SourceId) === '') {
      const source = `${from.metadata.name}:${from.metadata.uid}`;
      this.change(annotated(this.now(version), { [ConfigAnnotation.SourceId]: source }), version);
    }
    if (annotationOf(from, ConfigAnnotation.OriginalReplicas) === '') {
      const original = String(replicasOf(from));
      this.change(annotated(this.now(from), { [ConfigAnnotation.OriginalReplicas]: original }), from);
    }
    const { desired, surge, minAvailable } = this.bounds();
    const [now, old] = [replicasOf(version), replicasOf(from)];
    this.lines.push(
      `--> Scaling up ${version.metadata.name} from ${now} to ${desired}, scaling down ${from.metadata.name} from ${old} to 0 ` +
        `(keep ${minAvailable} pods available, don't exceed ${desired + surge} pods)`,
    );
    return 'done';
  }

  private roll(from: Version): StepCheck {
    const { nowMs, version } = this.input;
    const [to, old] = [this.now(version), this.now(from)];
    const { turn, fromMs = 0, sinceMs } = this.progress;
    const last = turn === 'down' ? version : from;
    if (turn && (last.status?.replicas ?? 0) !== replicasOf(last)) {
      const name = JSON.stringify(last.metadata.name);
      return this.waitAtMost(this.timeoutMs, () => ({ failure: `timed out waiting for ${name} to be synced` }));
    }
    if (replicasOf(to) === this.desired && replicasOf(old) === 0) return 'done';
    if (nowMs < fromMs) return this.waitUntil(fromMs);
    for (const next of turn === 'down' ? (['down', 'up'] as const) : (['up', 'down'] as const)) {
      if (this.turn(next, old, to)) return 'waits';
    }
    const deadlineMs = sinceMs + this.timeoutMs;
    if (nowMs <= deadlineMs) return this.waitUntil(deadlineMs + 1);
    return { failure: 'timed out waiting for any update progress to be made' };
  }

  /** Scales one of the versions as far as that may be; answers whether it could. */
  private turn(turn: 'up' | 'down', old: Version, to: Version): boolean {
    const { nowMs, config, version } = this.input;
    const isUp = turn === 'up';
    const bounds = this.bounds();
    const size = isUp ? sizeUp(bounds, old, to) : sizeDown(bounds, old, to);
    const scaledOne = isUp ? to : old;
    if (size === replicasOf(scaledOne)) return false;
    this.change(scaled(scaledOne, size), isUp ? version : this.from!);
    this.lines.push(`    Scaling ${scaledOne.metadata.name} ${turn} to ${size}`);
    // The process sleeps after each scaling up.
    const pauseMs = isUp ? 1000 * (config.spec.strategy?.rollingParams?.updatePeriodSeconds ?? 1) : 0;
    this.progress = { step: 'roll', sinceMs: nowMs, turn: isUp ? 'down' : 'up', fromMs: nowMs + pauseMs };
    return true;
  }

  private settle(): StepCheck {
    const { version } = this.input;
    const marks = { [ConfigAnnotation.SourceId]: undefined, [ConfigAnnotation.DesiredReplicas]: undefined };
    if (Object.keys(marks).some((name) => annotationOf(version, name) !== '')) {
      this.change(annotated(this.now(version), marks), version);
    }
    if ((version.status?.replicas ?? 0) === replicasOf(version)) return 'done';
    return this.waitAtMost(this.timeoutMs, () => ({ failure: 'timed out waiting for the condition' }));
  }

  private bounds(): RollingBounds {
    return rollingBounds(this.input.config.spec.strategy?.rollingParams, this.desired);
  }

  private checkHook(moment: HookMoment): StepCheck {
    const { strategy = {} } = this.input.config.spec;
    const params = strategy.type === DeploymentStrategyType.Rolling ? strategy.rollingParams : strategy.recreateParams;
    const hook = (params as Partial<Record<HookMoment, LifecycleHook>> | undefined)?.[moment];
    if (!hook) return 'done';
    const verdict = runHook(this.input, hook, moment);
    this.lines.push(...verdict.lines);
    this.notes.push(...verdict.notes);
    this.creation = verdict.creation;
    return verdict.check;
  }

  private waitUntil(atMs: number): StepCheck {
    this.recheckAtMs = atMs;
    return 'waits';
  }

  /** Waits since the beginning of the step, and then continues with `then`. */
  private waitAtMost(durationMs: number, then: () => StepCheck): StepCheck {
    const atMs = this.progress.sinceMs + durationMs;
    return this.input.nowMs >= atMs ? then() : this.waitUntil(atMs);
  }

  /** A version with what this step has changed so far. */
  private now(version: Version): Version {
    return this.updates.get(version) ?? version;
  }

  private change(next: Version, seen: Version): void {
    this.updates.set(seen, next);
  }
}

/** Returns how many pods the version is to get; undefined once it has them. */
function desiredOf(version: Version): number | undefined {
  const text = annotationOf(version, ConfigAnnotation.DesiredReplicas);
  return /^[0-9]+$/.test(text) ? Number(text) : undefined;
}
