import { successStatus, type Pod } from '@orrery/api-types';
import type { RemoteStreams } from '@orrery/api-streaming';
import { expand, startCommand } from '@orrery/container-shell';
import { plainRunOf } from '@orrery/pod-lifecycle';
import type { Answer, KindRequest } from '../kind-request';
import { followLog, knownUntil } from '../logs/follow-log';
import { logText } from '../logs/log-options';
import { read } from '../reads';
import { machineOf } from './container-machine';
import { serveSession, wantedStreams } from './exec';
import type { MainProcess } from './main-process';
import { runningContainer, type RunningContainer } from './session-container';

/**
 * Handles `pods/attach`: sends the container's output from now on. Where it takes input, and its command is one that
 * the simulated shell knows or none at all, its client talks to that shell.
 */
export async function attachToContainer(request: KindRequest): Promise<Answer> {
  const pod = (await read(request)) as Pod;
  const wanted = wantedStreams(request);
  const running = runningContainer(pod, request.query['container']);
  await serveSession(request, wanted, async (streams) => {
    const main = await mainProcess(request, running, wanted.stdin);
    return main ? main.attach({ streams, hasInput: wanted.stdin }) : follow(request, running, streams);
  });
  return undefined;
}

/**
 * Returns the process that clients of the container talk to, which begins with the first client that gives it input;
 * undefined if there is none.
 */
async function mainProcess(
  { runtime, sessions }: KindRequest,
  running: RunningContainer,
  hasInput: boolean,
): Promise<MainProcess | undefined> {
  const { container } = running;
  const known = sessions.processes.find(running);
  if (known || !hasInput || (container as { readonly stdin?: boolean }).stdin !== true) return known;
  const run = plainRunOf(container);
  // It ends on its own, with or without clients.
  if (run && !run.waitsForInput) return undefined;
  const machine = await machineOf(runtime, sessions, running);
  const words = [...(container.command ?? []), ...(container.args ?? [])].map((word) =>
    expand(word, machine.environment),
  );
  const process = startCommand(machine, words.length === 0 ? ['sh'] : words);
  // Another client may have come in the meantime.
  return sessions.processes.find(running) ?? (process && sessions.processes.start(runtime, running, process));
}

function follow(
  { runtime, sessions }: KindRequest,
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
        processes: sessions.processes,
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
