import { HookFailurePolicy } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import type { ExecNewPodHook, LifecycleHook } from './config-types';
import type { DeployerInput, StepCheck } from './deployer-step';
import { hookOutcome, hookPod, hookPodName, type HookMoment } from './hook-pod';
import type { ConfigNote } from './plan-deployment-config';

/** Result of a hook's step. */
export interface HookVerdict {
  readonly check: StepCheck;
  readonly lines: readonly string[];
  readonly notes: readonly ConfigNote[];
  /** Its pod, to be created. */
  readonly creation?: object;
}

/** Answer of the image API where there is none. */
const NO_IMAGE_API = 'the server could not find the requested resource (put imagestreamtags.image.openshift.io)';
const WAITS: HookVerdict = { check: 'waits', lines: [], notes: [] };

/** Runs a hook in a pod and waits for its end (`hookExecutor.Execute` of origin's strategy/support). */
export function runHook(input: DeployerInput, hook: LifecycleHook, moment: HookMoment): HookVerdict {
  const { execNewPod } = hook;
  if (!execNewPod) return ended(input, hook, moment, NO_IMAGE_API);
  const { name } = input.version.metadata;
  const made = input.hookPods.find(({ metadata }) => metadata.name === hookPodName(name, moment));
  if (!made) return begun(input, { ...hook, execNewPod }, moment);
  const outcome = hookOutcome(made);
  if (outcome === undefined) return WAITS;
  const isGood = outcome === 'succeeded';
  const verdict = ended(input, hook, moment, isGood ? undefined : (made.status?.message ?? ''));
  return { ...verdict, lines: [`--> ${moment}: ${isGood ? 'Success' : 'Failed'}`] };
}

function begun(
  input: DeployerInput,
  hook: LifecycleHook & { readonly execNewPod: ExecNewPodHook },
  moment: HookMoment,
): HookVerdict {
  const { version, config, pod, refusal, nowMs } = input;
  const { name, namespace = '' } = version.metadata;
  if (refusal !== undefined) {
    return ended(input, hook, moment, `couldn't create lifecycle pod for ${name}: ${refusal}`);
  }
  const startedMs = parseTimeMs(pod.status?.startTime) ?? nowMs;
  const { strategy = {} } = config.spec;
  const creation = hookPod({ hook, version, strategy, moment, startedMs, nowMs });
  if (!creation) {
    const { containerName = '' } = hook.execNewPod;
    return ended(input, hook, moment, `no container named '${containerName}' found in rc template`);
  }
  const command = JSON.stringify((hook.execNewPod.command ?? []).join(' '));
  const message = `Running ${moment}-hook (${command}) for rc ${namespace}/${name}`;
  return {
    check: 'waits',
    lines: [`--> ${moment}: Running hook pod ...`],
    notes: [{ type: 'Normal', reason: 'Started', message }],
    creation,
  };
}

function ended(
  { version }: DeployerInput,
  { failurePolicy }: LifecycleHook,
  moment: HookMoment,
  failure: string | undefined,
): HookVerdict {
  const { name, namespace = '' } = version.metadata;
  const label = `${namespace}/${name}`;
  const verdict = (check: StepCheck, type: ConfigNote['type'], reason: string, message: string): HookVerdict => ({
    check,
    lines: [],
    notes: [{ type, reason, message }],
  });
  if (failure === undefined) {
    return verdict('done', 'Normal', 'Completed', `The ${moment}-hook for rc ${label} completed successfully`);
  }
  if (failurePolicy === HookFailurePolicy.Ignore) {
    const message = `The ${moment}-hook failed: ${failure} (ignore), rollout of ${label} will continue`;
    return verdict('done', 'Warning', 'Failed', message);
  }
  const message = `The ${moment}-hook failed: ${failure}, aborting rollout of ${label}`;
  const text = `${moment} hook failed: the ${moment} hook failed: ${failure}, aborting rollout of ${label}`;
  return verdict({ failure: text }, 'Warning', 'Failed', message);
}
