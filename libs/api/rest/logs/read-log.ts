import { badRequest, type Pod } from '@orrery/api-types';
import { drained, noteStream } from '@orrery/api-protocol';
import type { Answer, KindRequest } from '../kind-request';
import { read } from '../reads';
import { acceptWebSocket, wantedUpgrade } from '@orrery/api-streaming';
import { chooseProtocol, requireUpgrade } from '../sessions/open-streams';
import { chosenContainer, statusOfContainer } from '../sessions/session-container';
import { printedBy, type LoggedRun } from './container-log';
import { followLog, knownLog, type KnownLog } from './follow-log';
import { chosenLines, logOptions, logText, type LogOptions } from './log-options';
import { LOG_PROTOCOLS, WebSocketLog, type LogOutput } from './log-output';

/**
 * `pods/log`. A pod without a node has none yet (204, as captured). Throws 400 for a container that is not there or has
 * not started, 422 for options that make no sense.
 */
export async function readLog(request: KindRequest): Promise<Answer> {
  const { runtime } = request;
  const pod = (await read(request)) as Pod;
  const options = logOptions(request.query, pod.metadata.name, request.runtime.kinds.release);
  const container = chosenContainer(pod, request.query['container']);
  if (!pod.spec.nodeName) return { code: 204, body: undefined };
  const { isPrevious } = options;
  const run = { pod, container, isPrevious, state: stateOf(pod, container.name, isPrevious) };
  const nowMs = runtime.clock.now();
  const { lines } = await printedBy(runtime, run, request.sessions.processes);
  const socket = await logSocket(request);
  const text = logText(chosenLines(lines, options, nowMs), options);
  // What was is not followed: nothing comes after it.
  const isFollowed = options.isFollowed && !runtime.moment;
  if (!isFollowed || isPrevious || !run.state.running) {
    const bytes = limited(Buffer.from(text), options);
    if (!socket) return { code: 200, body: bytes.toString('utf8') };
    socket.write(bytes);
    socket.end();
    return undefined;
  }
  new LogStream({ request, run, options, output: socket ?? plainOutput(request) }).start(text, knownLog(lines));
  return undefined;
}

/** Problems of images, in the words of kubelets. */
const PULL_PROBLEMS: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

/** Returns the state of the requested run; throws 400 if there is no such run. */
function stateOf(pod: Pod, container: string, isPrevious: boolean): LoggedRun['state'] {
  const status = statusOfContainer(pod, container);
  const { name } = pod.metadata;
  if (isPrevious) {
    if (status?.lastState?.terminated) return status.lastState;
    throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  }
  const { state } = status ?? {};
  if (state?.running || state?.terminated) return state;
  // A container that waits for its restart shows what its last run printed.
  if (status?.lastState?.terminated) return status.lastState;
  const reason = state?.waiting?.reason ?? 'ContainerCreating';
  const problem = PULL_PROBLEMS[reason] ?? reason;
  throw badRequest(`container "${container}" in pod "${name}" is waiting to start: ${problem}`);
}

function limited(bytes: Buffer, { limitBytes }: LogOptions): Buffer {
  return limitBytes === undefined ? bytes : bytes.subarray(0, limitBytes);
}

/** A WebSocket for the log, where the client asks for one. */
async function logSocket(request: KindRequest): Promise<WebSocketLog | undefined> {
  const { raw, sessions } = request;
  const head = sessions.headOf(raw);
  if (wantedUpgrade(raw) !== 'websocket' || head === undefined) return undefined;
  const { offered, take } = requireUpgrade(request, head);
  const protocol = chooseProtocol(offered.length === 0 ? [''] : offered, LOG_PROTOCOLS);
  return new WebSocketLog(await acceptWebSocket(take(), protocol), protocol);
}

/** The answer of HTTP, which grows with the log. */
function plainOutput({ response }: KindRequest): LogOutput {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache, private' });
  response.flushHeaders();
  noteStream(response);
  return {
    isOver: () => response.writableEnded,
    write: (bytes) => response.write(bytes),
    drained: () => drained(response),
    end: () => void response.end(),
    onClosed: (listener) => void response.on('close', listener),
  };
}

interface FollowedLog {
  readonly request: KindRequest;
  readonly run: LoggedRun;
  readonly options: LogOptions;
  readonly output: LogOutput;
}

/** A log that is sent while it grows. */
class LogStream {
  private sent = 0;
  private stop: () => void = () => undefined;

  constructor(private readonly log: FollowedLog) {}

  start(text: string, known: KnownLog): void {
    const { request, run, options, output } = this.log;
    const { runtime } = request;
    const stream = { close: () => this.close() };
    runtime.streams.add(stream);
    output.onClosed(() => {
      runtime.streams.delete(stream);
      this.stop();
    });
    this.send(text);
    if (output.isOver()) return;
    this.stop = followLog(runtime, run, {
      known,
      processes: request.sessions.processes,
      follower: {
        printed: async (lines) => {
          if (!this.send(logText(lines, options))) await output.drained();
        },
        ended: () => this.close(),
      },
    });
  }

  /** Returns whether there is room for more. */
  private send(text: string): boolean {
    const { output, options } = this.log;
    const { limitBytes = Infinity } = options;
    const bytes = Buffer.from(text).subarray(0, limitBytes - this.sent);
    this.sent += bytes.length;
    const hasRoom = bytes.length === 0 || output.write(bytes);
    if (this.sent >= limitBytes) this.close();
    return hasRoom || output.isOver();
  }

  private close(): void {
    this.stop();
    this.log.output.end();
  }
}
