import type { Container, Pod } from '@orrery/api-types';
import { hookAlone, portNumber, type HookOutcome, type RecordedRun } from '@orrery/container-shell';
import { portRefusedBy } from '../probes/probe-failures';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** The failure of a hook, in the words of `pkg/kubelet/lifecycle` and `pkg/kubelet/kuberuntime` upstream. */
export interface HookFailure {
  /** After how long it fails, in milliseconds since it began. */
  readonly afterMs: number;
  /** Message of the event FailedPostStartHook or FailedPreStopHook. */
  readonly text: string;
  /** The reason why a container waits whose postStart hook failed, and its message. */
  readonly reason: string;
  readonly message: string;
}

/** The environment of a hook at its container's start. */
export interface HookPlace {
  readonly pod: Pod;
  readonly podIP: string | undefined;
  /** Run of the container's own command beside the hook; undefined if it is unknown. */
  readonly run: RecordedRun | undefined;
  readonly settings: Pick<KubeletSettings, 'showsHookOutput'>;
}

interface Handler {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly path?: string;
    readonly host?: string;
    readonly port?: number | string;
    readonly scheme?: string;
  };
  readonly sleep?: { readonly seconds: number };
}

/** Waiting reason of a container whose hook failed; older releases add the error. */
export const POST_START_ERROR = 'PostStartHookError';
/** Containers never change, and those of one template are one object. By the name of the hook. */
const alone = {
  postStart: new WeakMap<Container, { readonly outcome: HookOutcome | undefined }>(),
  preStop: new WeakMap<Container, { readonly outcome: HookOutcome | undefined }>(),
};
type HookName = keyof typeof alone;

/**
 * Returns the failure of a container's postStart hook as far as it follows from its command, alone or with the files that the
 * container's own command writes, or because nothing listens at its port: the kubelet ends the container then (`startContainer`
 * of upstream's `pkg/kubelet/kuberuntime`). Undefined for every other hook, and without a hook.
 */
export function postStartFailure(spec: Container, place: HookPlace): HookFailure | undefined {
  return failureOf('postStart', spec, place);
}

/** The same of its preStop hook, which is reported and has no other consequence (`executePreStopHook`). */
export function preStopFailure(spec: Container, place: Omit<HookPlace, 'run'>): HookFailure | undefined {
  return failureOf('preStop', spec, { ...place, run: undefined });
}

/**
 * Returns the duration of a container's postStart hook that does not fail, as far as it is known; the container is not ready
 * before its end.
 */
export function postStartMs(spec: Container, run: RecordedRun | undefined): number {
  const { sleep } = handlerOf('postStart', spec) ?? {};
  return sleep ? 1000 * sleep.seconds : (outcomeOf('postStart', spec, run)?.afterMs ?? 0);
}

function handlerOf(name: HookName, { lifecycle }: Container): Handler | undefined {
  return lifecycle?.[name] as Handler | undefined;
}

function failureOf(name: HookName, spec: Container, place: HookPlace): HookFailure | undefined {
  const handler = handlerOf(name, spec);
  if (handler?.httpGet) return requestFailure(name, handler.httpGet, { spec, ...place });
  const outcome = outcomeOf(name, spec, place.run);
  if (!outcome || outcome.exitCode === 0) return undefined;
  const command = handler!.exec!.command!.join(' ');
  const error = `command '${command}' exited with ${outcome.exitCode}: ${outcome.errors}`;
  const text = `Exec lifecycle hook ([${command}]) for ${placeOf(spec, place)} failed - error: ${error}, message: ${JSON.stringify(outcome.output)}`;
  return { afterMs: outcome.afterMs, ...inWordsOf(name, { error, text }, place) };
}

function outcomeOf(name: HookName, spec: Container, run: RecordedRun | undefined): HookOutcome | undefined {
  const command = handlerOf(name, spec)?.exec?.command;
  if (!command?.length) return undefined;
  if (run) return run.postStart;
  let found = alone[name].get(spec);
  if (!found) alone[name].set(spec, (found = { outcome: hookAlone(spec, command) }));
  return found.outcome;
}

/** Returns the failure of a hook's HTTP request; every answer is a success, with any code. */
function requestFailure(
  name: HookName,
  { path = '', host, port, scheme = 'HTTP' }: NonNullable<Handler['httpGet']>,
  { spec, ...place }: HookPlace & { readonly spec: Container },
): HookFailure | undefined {
  const refused = portRefusedBy(spec, { port: portNumber(spec, port), host });
  if (refused === undefined) return undefined;
  const { showsHookOutput } = place.settings;
  const at = `${place.podIP ?? ''}:${refused}`;
  // Older releases ask in plain HTTP, and put a slash before whatever the path is.
  const url = showsHookOutput
    ? `http://${at}/${path}`
    : `${scheme.toLowerCase()}://${at}${path.startsWith('/') ? path : `/${path}`}`;
  const error = `Get "${url}": dial tcp ${at}: connect: connection refused`;
  const [protocol, rest] = showsHookOutput ? ['Http', ', message: ""'] : ['HTTP', ''];
  const text = `${protocol} lifecycle hook (${path}) for ${placeOf(spec, place)} failed - error: ${error}${rest}`;
  return { afterMs: 0, ...inWordsOf(name, { error, text }, place) };
}

function placeOf({ name }: Container, { pod: { metadata } }: HookPlace): string {
  return `Container "${name}" in Pod "${metadata.name}_${metadata.namespace}(${metadata.uid})"`;
}

function inWordsOf(
  name: HookName,
  { error, text }: { readonly error: string; readonly text: string },
  { settings: { showsHookOutput } }: HookPlace,
): Omit<HookFailure, 'afterMs'> {
  if (showsHookOutput) return { text, reason: `${POST_START_ERROR}: ${error}`, message: text };
  const event = name === 'postStart' ? 'PostStartHook failed' : 'PreStopHook failed';
  return { text: event, reason: POST_START_ERROR, message: text };
}
