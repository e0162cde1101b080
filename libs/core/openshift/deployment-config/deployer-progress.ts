import type { Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Progress of a deployer. */
export interface DeployerProgress {
  readonly step: string;
  /** Start of the step, or time of its last progress; cluster time in ms. */
  readonly sinceMs: number;
  /** Next scaling of a rolling update, and its earliest time. */
  readonly turn?: 'up' | 'down';
  readonly fromMs?: number;
}

/** The deployer's own notes, which a real one has in the memory of its process. */
const DEPLOYER_ANNOTATION = 'orrery.dev/deployer';
/** Annotation with the output of the container, as JSON. */
export const LOGS_ANNOTATION = 'orrery.dev/logs';
const EXIT_AFTER = 'orrery.dev/exit-after';
const EXIT_CODE = 'orrery.dev/exit-code';

/** Returns the progress in the annotation of its pod; undefined before it begins, and for an unreadable annotation. */
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

/** Returns true if the deployer has set the end of its container. */
export function hasEnded({ metadata }: Pod): boolean {
  const { [DEPLOYER_ANNOTATION]: begun, [EXIT_CODE]: code } = metadata.annotations ?? {};
  return begun !== undefined && code !== undefined;
}

/** Record of a deployer's step on its pod. */
export interface DeployerTrace {
  readonly progress: DeployerProgress;
  /** Printed lines. */
  readonly lines: readonly string[];
  /** Exit code with which its container ends. */
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
