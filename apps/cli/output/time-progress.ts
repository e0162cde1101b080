import type { Operations } from '@orrery/sdk';
import { parseDurationMs } from '@orrery/time';
import type { Progress } from './progress';

/** Target of cluster time, if it is known. */
interface Target {
  readonly by?: string | undefined;
  /** In ISO 8601. */
  readonly to?: string | undefined;
}

/** Cluster time while it is advanced, with the share of the way that it has gone since the first look. */
export function timeProgress(operations: Operations, { by, to }: Target = {}): () => Promise<Progress> {
  let startMs: number | undefined;
  return async () => {
    const { now } = (await operations.clock()).clock;
    const nowMs = Date.parse(now);
    startMs ??= nowMs;
    const endMs = to === undefined ? startMs + (parseDurationMs(by ?? '') ?? 0) : Date.parse(to);
    const text = now.replace(/\.\d+Z$/, 'Z');
    return endMs > startMs ? { text, share: Math.min(1, (nowMs - startMs) / (endMs - startMs)) } : { text };
  };
}
