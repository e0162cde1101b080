import type { Container, Pod } from '@orrery/api-types';
import { hookAlone, portNumber, type HookOutcome, type RecordedRun } from '@orrery/container-shell';
import { portRefusedBy } from '../probes/probe-failures';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** The failure of a postStart hook, in the words of `pkg/kubelet/lifecycle` and `pkg/kubelet/kuberuntime` upstream. */
export interface HookFailure {
  /** After how long it fails, in milliseconds since the start of its container. */
  readonly afterMs: number;
  /** Message of the event FailedPostStartHook. */
  readonly text: string;
  /** The reason why the container waits then, and its message. */
  readonly reason: string;
  readonly message: string;
}

/** What a hook finds when its container starts. */
export interface HookPlace {
  readonly pod: Pod;
  readonly podIP: string | undefined;
  /** What the container's own command does with the hook beside it; undefined where that is not known. */
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

/** What a waiting container is said to lack whose hook failed; older releases add the error. */
export const POST_START_ERROR = 'PostStartHookError';
/** Containers never change, and those of one template are one object. */
const alone = new WeakMap<Container, { readonly outcome: HookOutcome | undefined }>();

/**
 * The failure of a container's postStart hook as far as its command tells it, alone or with the files that the container's own
 * command writes, or since nothing listens at its port: the kubelet ends the container then (`startContainer` of upstream's
 * `pkg/kubelet/kuberuntime`). Undefined for every other hook, and for none.
 */
export function postStartFailure(spec: Container, place: HookPlace): HookFailure | undefined {
  const handler = spec.lifecycle?.postStart as Handler | undefined;
  if (handler?.httpGet) return requestFailure(spec, handler.httpGet, place);
  const outcome = outcomeOf(spec, place.run);
  if (!outcome || outcome.exitCode === 0) return undefined;
  const command = handler!.exec!.command!.join(' ');
  const error = `command '${command}' exited with ${outcome.exitCode}: ${outcome.errors}`;
  const text = `Exec lifecycle hook ([${command}]) for ${placeOf(spec, place)} failed - error: ${error}, message: ${JSON.stringify(outcome.output)}`;
  return failure(outcome.afterMs, { error, text }, place);
}

/** How long a container's postStart hook takes that does not fail, as far as that is known; it is not ready before. */
export function postStartMs(spec: Container, run: RecordedRun | undefined): number {
  const { sleep } = (spec.lifecycle?.postStart ?? {}) as Handler;
  return sleep ? 1000 * sleep.seconds : (outcomeOf(spec, run)?.afterMs ?? 0);
}

function outcomeOf(spec: Container, run: RecordedRun | undefined): HookOutcome | undefined {
  const command = (spec.lifecycle?.postStart as Handler | undefined)?.exec?.command;
  if (!command?.length) return undefined;
  if (run) return run.postStart;
  let found = alone.get(spec);
  if (!found) alone.set(spec, (found = { outcome: hookAlone(spec, command) }));
  return found.outcome;
}

/** Every answer is a success, whatever its code. */
function requestFailure(
  spec: Container,
  { path = '', host, port, scheme = 'HTTP' }: NonNullable<Handler['httpGet']>,
  place: HookPlace,
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
  const [name, rest] = showsHookOutput ? ['Http', ', message: ""'] : ['HTTP', ''];
  const text = `${name} lifecycle hook (${path}) for ${placeOf(spec, place)} failed - error: ${error}${rest}`;
  return failure(0, { error, text }, place);
}

function placeOf({ name }: Container, { pod: { metadata } }: HookPlace): string {
  return `Container "${name}" in Pod "${metadata.name}_${metadata.namespace}(${metadata.uid})"`;
}

function failure(
  afterMs: number,
  { error, text }: { readonly error: string; readonly text: string },
  { settings: { showsHookOutput } }: HookPlace,
): HookFailure {
  if (showsHookOutput) return { afterMs, text, reason: `${POST_START_ERROR}: ${error}`, message: text };
  return { afterMs, text: 'PostStartHook failed', reason: POST_START_ERROR, message: text };
}
