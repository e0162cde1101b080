import { clockOf } from '@orrery/actions';
import type { ClusterRuntime } from '@orrery/control-plane';
import { EventStream } from '../../streams/event-stream';

/** Interval, in real time, at which the clock is polled: its own timers would be events of the cluster. */
const LOOK_EVERY_MS = 50;

/** Streams the time at once, and again whenever cluster time has moved by at least `everyMs`. */
export function clockTicks(runtime: ClusterRuntime, everyMs: number): EventStream<Record<string, unknown>> {
  const stream = new EventStream<Record<string, unknown>>();
  let reportedMs = runtime.clock.now();
  let reportedMode = runtime.clock.setting.mode;
  stream.push(clockOf(runtime));
  const timer = setInterval(() => {
    const now = runtime.clock.now();
    const { mode } = runtime.clock.setting;
    if (now === reportedMs && mode === reportedMode) return;
    if (now - reportedMs < everyMs && mode === reportedMode) return;
    reportedMs = now;
    reportedMode = mode;
    stream.push(clockOf(runtime));
  }, LOOK_EVERY_MS);
  stream.whenOver(() => clearInterval(timer));
  const { streams } = runtime;
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  return stream;
}
