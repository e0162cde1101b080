import { badRequest, internal, successStatus, toStatus, type Pod } from '@orrery/api-types';
import { isTrue } from '@orrery/api-protocol';
import type { RemoteStreams, WantedStreams } from '@orrery/api-streaming';
import { startCommand, type Process } from '@orrery/container-shell';
import type { Answer, KindRequest } from '../kind-request';
import { read } from '../reads';
import { onContainerEnd } from './container-end';
import { machineOf } from './container-machine';
import { openStreams, requireUpgrade } from './open-streams';
import { probeVerdicts, reportProbeChanges } from './probe-changes';
import { runProcess } from './run-process';
import { runningContainer, type RunningContainer } from './session-container';

/** `pods/exec`: runs a command in a simulated container, over a WebSocket or SPDY. */
export async function execInContainer(request: KindRequest): Promise<Answer> {
  const { runtime, sessions } = request;
  const words = commandOf(request);
  const pod = (await read(request)) as Pod;
  const wanted = wantedStreams(request);
  const running = runningContainer(pod, request.query['container']);
  if (words.length === 0) throw badRequest('you must specify at least one command for the container');
  await serveSession(request, wanted, async (streams) => {
    const machine = await machineOf(runtime, sessions, running);
    const process = startCommand(machine, words);
    if (!process) return notFoundStatus(running, words[0]!);
    const before = await probeVerdicts(runtime, sessions, pod);
    const code = await runToEnd(process, { request, running, streams, isTty: wanted.tty });
    await reportProbeChanges(runtime, sessions, { pod, before });
    await sessions.following.done();
    return code === undefined ? undefined : exitStatus(code, words);
  });
  return undefined;
}

/** A process in a container, and its client. */
interface Execution {
  readonly request: KindRequest;
  readonly running: RunningContainer;
  readonly streams: RemoteStreams;
  readonly isTty: boolean;
}

/** Runs a process to its end, or to that of its container; its exit code, undefined if the client left before. */
function runToEnd(
  process: Process,
  { request: { runtime }, running, streams, isTty }: Execution,
): Promise<number | undefined> {
  const { clock } = runtime;
  return runProcess(process, { streams, clock, isTty, onKilled: (kill) => onContainerEnd(runtime, running, kill) });
}

/** Returns the streams that the query asks for; throws 400 if there are none. */
export function wantedStreams({ query }: KindRequest): WantedStreams {
  const tty = isTrue(query['tty']);
  const wanted = {
    stdin: isTrue(query['stdin']),
    stdout: isTrue(query['stdout']),
    stderr: isTrue(query['stderr']),
    tty,
  };
  if (wanted.stdin || wanted.stdout || wanted.stderr) return { ...wanted, stderr: wanted.stderr && !tty };
  throw badRequest('you must specify at least 1 of stdin, stdout, stderr');
}

/** Opens the streams of a request, and passes them to `serve`, whose outcome ends the session. */
export async function serveSession(
  request: KindRequest,
  wanted: WantedStreams,
  serve: (streams: RemoteStreams) => Promise<object | undefined>,
): Promise<void> {
  const { runtime, sessions, raw } = request;
  const upgrade = requireUpgrade(request, sessions.headOf(raw));
  const slot = sessions.admit();
  let opening: Promise<RemoteStreams>;
  try {
    opening = openStreams(upgrade, wanted);
  } catch (error) {
    slot.release();
    throw error;
  }
  // The answer of HTTP is over when the connection is handed over; what follows is the session's alone.
  const session = opening.then(async (streams) => {
    slot.hold(streams);
    try {
      const outcome = await serve(streams);
      if (outcome) await streams.finish(outcome);
      else streams.close();
    } catch (error) {
      runtime.log.error({ err: error, cluster: runtime.id, url: raw.url }, 'session failed');
      await streams.finish(toStatus(internal('the session failed')));
    }
  });
  void session
    .catch((error: unknown) => runtime.log.debug({ err: error, cluster: runtime.id }, 'session was not opened'))
    .finally(() => slot.release());
}

/** The words of the command: the query has it once for each. */
function commandOf({ raw }: KindRequest): string[] {
  const { url = '' } = raw;
  const mark = url.indexOf('?');
  return mark < 0 ? [] : new URLSearchParams(url.slice(mark + 1)).getAll('command');
}

/** Returns the status of the end of a command, as kubelets report it: the exit code is a cause. */
function exitStatus(code: number, words: readonly string[]): object {
  if (code === 0) return successStatus({}, 0);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: error executing command [${words.join(' ')}], exit code ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}

/** Returns the status of runtimes for a program that is not in the image. */
function notFoundStatus({ status }: RunningContainer, name: string): object {
  const program = JSON.stringify(name);
  const id = (status.containerID ?? '').replace(/^.*:\/\//, '');
  const detail = name.startsWith('/')
    ? `stat ${name}: no such file or directory`
    : 'executable file not found in $PATH';
  return toStatus(
    internal(
      `error executing command in container: failed to exec in container: failed to start exec ${JSON.stringify(id)}: ` +
        `OCI runtime exec failed: exec failed: unable to start container process: exec: ${program}: ${detail}`,
    ),
  );
}
