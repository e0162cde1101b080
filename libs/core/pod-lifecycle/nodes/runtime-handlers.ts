import type { Node } from '@orrery/api-types';

/** The handlers that the container runtime of a node has, separated by commas; where it is absent, `status.runtimeHandlers` says it. */
export const RUNTIME_HANDLERS_ANNOTATION = 'orrery.dev/runtime-handlers';

/** Runtime handlers that newer kubelets report. */
interface ReportedHandlers {
  readonly runtimeHandlers?: readonly { readonly name?: string }[];
}

/** The handlers of a node's container runtime; undefined where nothing says which they are: then it has all. */
export function runtimeHandlersOf({ metadata, status }: Node): readonly string[] | undefined {
  const text = metadata.annotations?.[RUNTIME_HANDLERS_ANNOTATION];
  if (text !== undefined) return text.split(',').map((name) => name.trim());
  const { runtimeHandlers } = (status ?? {}) as ReportedHandlers;
  return runtimeHandlers && runtimeHandlers.length > 0 ? runtimeHandlers.map(({ name = '' }) => name) : undefined;
}

/**
 * Returns why a runtime makes no sandbox for a pod of a class with such a handler, in the words of containerd; undefined if it makes
 * one.
 */
export function handlerProblem(handler: string, handlers: readonly string[] | undefined): string | undefined {
  if (handlers === undefined || handlers.includes(handler)) return undefined;
  return `rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "${handler}" is configured`;
}
