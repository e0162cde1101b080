import type { BindRequest } from '../framework/bind-request';
import { errorStatus, isRejected, isSkip, isSuccess, prefixed, SUCCESS, type Status } from '../framework/status';
import type { BindingCycle } from './binding-cycle';

/** Reserves with every plugin in order; the first that does not succeed decides. */
export function runReserve({ framework, state, assumed, nodeName }: BindingCycle): Status {
  for (const plugin of framework.reserve) {
    const status = plugin.reserve(state, assumed, nodeName);
    if (isSuccess(status)) continue;
    return isRejected(status) ? status : prefixed(status, `running Reserve plugin "${plugin.name}": `);
  }
  return SUCCESS;
}

/** Undoes all reservations in reverse order, also of plugins that never reserved. */
export function runUnreserve({ framework, state, assumed, nodeName }: BindingCycle): void {
  for (let i = framework.reserve.length - 1; i >= 0; i--) framework.reserve[i]!.unreserve(state, assumed, nodeName);
}

/** Runs PreBind in order. A promise only if some plugin answered one, so that ordinary pods stay in their batch. */
export function runPreBind(cycle: BindingCycle, from = 0): Status | Promise<Status> {
  const { framework, state, assumed, nodeName } = cycle;
  for (let i = from; i < framework.preBind.length; i++) {
    const plugin = framework.preBind[i]!;
    const status = plugin.preBind(state, assumed, nodeName);
    if (status instanceof Promise) {
      return status
        .catch((error: unknown) => errorStatus(plugin.name, error instanceof Error ? error.message : String(error)))
        .then((late) => preBindFailure(late, plugin.name) ?? runPreBind(cycle, i + 1));
    }
    const failure = preBindFailure(status, plugin.name);
    if (failure) return failure;
  }
  return SUCCESS;
}

function preBindFailure(status: Status, plugin: string): Status | undefined {
  if (isSuccess(status)) return undefined;
  return isRejected(status) ? status : prefixed(status, `running PreBind plugin "${plugin}": `);
}

/** Asks the Bind plugins until one does not skip: it bound the pod itself, or asks for a write. */
export function runBind({ framework, state, assumed, nodeName }: BindingCycle): Status | BindRequest {
  for (const plugin of framework.bind) {
    const answer = plugin.bind(state, assumed, nodeName);
    if ('kind' in answer) return answer;
    if (isSkip(answer)) continue;
    return isSuccess(answer) ? answer : prefixed(answer, `running Bind plugin "${plugin.name}": `);
  }
  return errorStatus('', 'no bind plugin took the pod');
}
