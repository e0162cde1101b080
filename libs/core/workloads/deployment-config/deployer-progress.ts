import type { Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Where a deployer is. */
export interface DeployerProgress {
  readonly step: string;
  /** Since when, or since when it got further; cluster time in ms. */
  readonly sinceMs: number;
  /** Of a rolling update: what comes next, and not before when. */
  readonly turn?: 'up' | 'down';
  readonly fromMs?: number;
}

/** The deployer's own notes, which a real one has in the memory of its process. */
const DEPLOYER_ANNOTATION = 'orrery.dev/deployer';
/** What the container prints, as JSON. */
export const LOGS_ANNOTATION = 'orrery.dev/logs';
const EXIT_AFTER = 'orrery.dev/exit-after';
const EXIT_CODE = 'orrery.dev/exit-code';

/** What its pod's annotation says; undefined before it begins, and of what cannot be read. */
export function progressOf({ metadata }: Pod): DeployerProgress | undefined {
  const text = metadata.annotations?.[DEPLOYER_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    const progress = JSON.parse(text) as DeployerProgress | null;
    return typeof progress?.step === 'string' && typeof progress.sinceMs === 'number' ? progress : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the deployer has said that its container is to end. */
export function hasEnded({ metadata }: Pod): boolean {
  const { [DEPLOYER_ANNOTATION]: begun, [EXIT_CODE]: code } = metadata.annotations ?? {};
  return begun !== undefined && code !== undefined;
}

/** What a step of the deployer leaves at its pod. */
export interface DeployerTrace {
  readonly progress: DeployerProgress;
  /** What it prints. */
  readonly lines: readonly string[];
  /** With which exit code its container ends. */
  readonly exitCode?: number;
  /** Cluster time in ms. */
  readonly nowMs: number;
}

/** The annotations of the deployer's pod after a step: its notes, its log, and the end of its container. */
export function deployerAnnotations(
  pod: Pod,
  { progress, lines, exitCode, nowMs }: DeployerTrace,
): Record<string, string> {
  const startedMs = parseTimeMs(pod.status?.containerStatuses?.[0]?.state?.running?.startedAt) ?? nowMs;
  const exitAfter = `${Math.max(0, nowMs - startedMs)}ms`;
  // The status says the end of a container in whole seconds, and its log ends there.
  const after = `${Math.max(0, Math.floor(nowMs / 1000) * 1000 - startedMs)}ms`;
  const printed = [...printedBefore(pod), ...lines.map((text) => ({ after, text }))];
  return {
    [DEPLOYER_ANNOTATION]: JSON.stringify(progress),
    ...(printed.length > 0 ? { [LOGS_ANNOTATION]: JSON.stringify(printed) } : {}),
    ...(exitCode === undefined ? {} : { [EXIT_AFTER]: exitAfter, [EXIT_CODE]: String(exitCode) }),
  };
}

function printedBefore({ metadata }: Pod): readonly unknown[] {
  try {
    const printed: unknown = JSON.parse(metadata.annotations?.[LOGS_ANNOTATION] ?? '[]');
    return Array.isArray(printed) ? printed : [];
  } catch {
    return [];
  }
}
