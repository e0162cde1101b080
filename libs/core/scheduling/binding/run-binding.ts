import type { BindRequest } from '../framework/bind-request';
import type { SchedulingEffect } from '../framework/scheduling-effect';
import { errorStatus, isRejected, isSkip, isSuccess, prefixed, SUCCESS, type Status } from '../framework/status';
import type { BindingCycle } from './binding-cycle';
import { preBindFailure, type HeldPreBind } from './pre-bind-waits';

/** Reserves with every plugin in order; the first that does not succeed decides. */
export function runReserve({ framework, state, assumed, nodeName }: BindingCycle): Status {
  for (const plugin of framework.reserve) {
    const status = plugin.reserve(state, assumed, nodeName);
    if (isSuccess(status)) continue;
    return isRejected(status) ? status : prefixed(status, `running Reserve plugin "${plugin.name}": `);
  }
  return SUCCESS;
}

/** Undoes all reservations in reverse order, also of plugins that never reserved; returns the effects to write for it. */
export function runUnreserve({ framework, state, assumed, nodeName }: BindingCycle): readonly SchedulingEffect[] {
  const effects: SchedulingEffect[] = [];
  for (let i = framework.reserve.length - 1; i >= 0; i--) {
    effects.push(...(framework.reserve[i]!.unreserve(state, assumed, nodeName) ?? []));
  }
  return effects;
}

/**
 * Runs PreBind in order, from the plugin of the given number. A promise or a wait only if some plugin answered one, so
 * that ordinary pods stay in their batch.
 */
export function runPreBind(cycle: BindingCycle, from = 0): PreBindOutcome | Promise<PreBindOutcome> {
  const { framework, state, assumed, nodeName } = cycle;
  for (let i = from; i < framework.preBind.length; i++) {
    const plugin = framework.preBind[i]!;
    const answer = plugin.preBind(state, assumed, nodeName);
    if (answer instanceof Promise) {
      return answer
        .catch((error: unknown) => errorStatus(plugin.name, error instanceof Error ? error.message : String(error)))
        .then((late) => preBindFailure(late, plugin.name) ?? runPreBind(cycle, i + 1));
    }
    if ('kind' in answer) return { cycle, plugin: plugin.name, wait: answer, nextPlugin: i + 1 };
    const failure = preBindFailure(answer, plugin.name);
    if (failure) return failure;
  }
  return SUCCESS;
}

/** Result of PreBind: it ended, or a plugin waits. */
export type PreBindOutcome = Status | HeldPreBind;

/** Runs the Bind plugins until one does not skip: it bound the pod itself, or returns a write. */
export function runBind({ framework, state, assumed, nodeName }: BindingCycle): Status | BindRequest {
  for (const plugin of framework.bind) {
    const answer = plugin.bind(state, assumed, nodeName);
    if ('kind' in answer) return answer;
    if (isSkip(answer)) continue;
    return isSuccess(answer) ? answer : prefixed(answer, `running Bind plugin "${plugin.name}": `);
  }
  return errorStatus('', 'no bind plugin took the pod');
}
