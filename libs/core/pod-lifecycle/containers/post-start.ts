import type { Container, Pod } from '@orrery/api-types';
import { hookAlone, type RecordedRun } from '@orrery/container-shell';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** The failure of a postStart hook. */
export interface HookFailure {
  /** After how long it fails, in milliseconds since the start of its container. */
  readonly afterMs: number;
  /** Message of the event FailedPostStartHook. */
  readonly text: string;
}

/** Containers never change, and those of one template are one object. */
const known = new WeakMap<Container, { readonly run: RecordedRun | undefined }>();

/**
 * The failure of a container's postStart hook where its command alone tells it, as of `exit 1`: the kubelet ends the container then
 * (`startContainer` of upstream's `pkg/kubelet/kuberuntime`). Undefined for every other hook, and for none.
 */
export function postStartFailure(
  spec: Container,
  { metadata: { name, namespace, uid } }: Pod,
  { showsHookOutput }: Pick<KubeletSettings, 'showsHookOutput'>,
): HookFailure | undefined {
  const command = spec.lifecycle?.postStart?.exec?.command;
  const run = command && hookRun(spec, command);
  if (!run || run.exitCode === 0 || !Number.isFinite(run.runMs)) return undefined;
  const afterMs = run.runMs;
  if (!showsHookOutput) return { afterMs, text: 'PostStartHook failed' };
  const output = run.output.map(({ text }) => `${text}\n`).join('');
  const error = `command '${command.join(' ')}' exited with ${run.exitCode}: ${output}`;
  const hook = `Exec lifecycle hook ([${command.join(' ')}]) for Container "${spec.name}" in Pod "${name}_${namespace}(${uid})"`;
  return { afterMs, text: `${hook} failed - error: ${error}, message: ${JSON.stringify(output)}` };
}

function hookRun(spec: Container, command: readonly string[]): RecordedRun | undefined {
  let found = known.get(spec);
  if (!found) known.set(spec, (found = { run: hookAlone(spec, command) }));
  return found.run;
}
