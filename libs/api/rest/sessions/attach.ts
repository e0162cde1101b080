import { successStatus, type Pod } from '@orrery/api-types';
import type { RemoteStreams } from '@orrery/api-streaming';
import { startCommand } from '@orrery/container-shell';
import type { Answer, KindRequest } from '../kind-request';
import { followLog, knownUntil } from '../logs/follow-log';
import { logText } from '../logs/log-options';
import { read } from '../reads';
import { machineOf } from './container-machine';
import { endContainer } from './container-end';
import { runToEnd, serveSession, wantedStreams } from './exec';
import { runningContainer, type RunningContainer } from './session-container';

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash']);

/**
 * `pods/attach`: what the container prints from now on. Where it takes input, and its command is a shell or none at all, its
 * client talks to a shell.
 */
export async function attachToContainer(request: KindRequest): Promise<Answer> {
  const { runtime, sessions } = request;
  const pod = (await read(request)) as Pod;
  const wanted = wantedStreams(request);
  const running = runningContainer(pod, request.query['container']);
  const shell = wanted.stdin ? shellOf(running) : undefined;
  await serveSession(request, wanted, async (streams) => {
    if (!shell) return follow(request, running, streams);
    const process = startCommand(await machineOf(runtime, sessions.files, running), shell)!;
    const code = await runToEnd(process, { request, running, streams, isTty: wanted.tty });
    if (code === undefined) return undefined;
    // It was the container's own process.
    await endContainer(runtime, running, code);
    // Who is attached is not told the exit code.
    return successStatus({}, 200);
  });
  return undefined;
}

/** The shell that a container runs and that takes input; undefined if it runs something else. */
function shellOf({ container }: RunningContainer): readonly string[] | undefined {
  const { command = [], args = [], stdin } = container as RunningContainer['container'] & { readonly stdin?: boolean };
  const words = [...command, ...args];
  if (stdin !== true) return undefined;
  if (words.length === 0) return ['sh'];
  const program = words[0]!.slice(words[0]!.lastIndexOf('/') + 1);
  return SHELLS.has(program) && words.length === 1 ? [program] : undefined;
}

function follow(
  { runtime }: KindRequest,
  running: RunningContainer,
  streams: RemoteStreams,
): Promise<object | undefined> {
  const { pod, container, status } = running;
  return new Promise((resolve) => {
    const stop = followLog(
      runtime,
      { pod, container, state: status.state!, isPrevious: false },
      {
        known: knownUntil(runtime.clock.now()),
        follower: {
          printed: (lines) => streams.write('stdout', Buffer.from(logText(lines, { hasTimes: false }))),
          ended: () => resolve(successStatus({}, 200)),
        },
      },
    );
    streams.onClosed(() => {
      stop();
      resolve(undefined);
    });
  });
}
