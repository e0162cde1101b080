import type { Container } from '@orrery/api-types';
import { PROBE_KINDS, probeOf, servedRedirect, type ProbeKind } from '@orrery/container-shell';
import type { ContainerBehaviour } from '../behaviours/behaviour-annotations';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { startupAfterMs } from './container-probes';
import { NAMES, statusSeen, type ProbedRun } from './probe-failures';
import { probeTurnMs, type ProbeTiming } from './probe-timeline';

/** Messages of the event ProbeWarning that are due together. */
export interface ProbeWarnings {
  /** In milliseconds since the start of the container. */
  readonly afterMs: number;
  readonly texts: readonly string[];
}

/** The container that is probed, and what was said of it. */
export interface WarnedContainer {
  readonly spec: Container;
  readonly behaviour: ContainerBehaviour;
  readonly run: ProbedRun;
  /** Time up to which warnings were reported, in milliseconds since the start of the container; undefined if none were. */
  readonly reportedMs: number | undefined;
  readonly settings: Pick<KubeletSettings, 'redirectWarning'>;
}

/** Containers never change, and those of one template are one object. */
const redirects = new WeakMap<Container, ReadonlyMap<ProbeKind, string>>();

/**
 * The next warnings about probes that another host would answer: a kubelet takes such a redirect for a success, and reports it (`Probe`
 * of upstream's `pkg/probe/http`). Each is reported once in a run, at the first probe; undefined if none is to come.
 */
export function nextProbeWarnings(container: WarnedContainer): ProbeWarnings | undefined {
  const { spec, behaviour, run, settings, reportedMs = -1 } = container;
  const { redirectWarning } = settings;
  if (redirectWarning === undefined) return undefined;
  let next: { readonly afterMs: number; readonly texts: string[] } | undefined;
  for (const [kind, body] of redirectsOf(spec)) {
    const enabledMs = kind === 'startup' ? (run.hookMs ?? 0) : startupAfterMs(spec, behaviour, run);
    if (enabledMs === undefined || statusSeen(spec, behaviour, kind) !== undefined) continue;
    const timing: ProbeTiming = { ...(probeOf(spec, kind) as ProbeTiming), successThreshold: 1 };
    const afterMs = probeTurnMs({ timing, failures: [], enabledMs, fromMs: 0, result: 'success' });
    if (afterMs === undefined || afterMs <= reportedMs || (next && next.afterMs < afterMs)) continue;
    const text = `${NAMES[kind]} probe warning: ${redirectWarning}${body}`;
    next = { afterMs, texts: next?.afterMs === afterMs ? [...next.texts, text] : [text] };
  }
  return next;
}

/** Bodies of the redirects to other hosts, by probe. */
function redirectsOf(spec: Container): ReadonlyMap<ProbeKind, string> {
  let found = redirects.get(spec);
  if (!found) {
    const kinds = PROBE_KINDS.flatMap((kind) => {
      const redirect = servedRedirect(spec, kind);
      return redirect ? [[kind, redirect.body] as const] : [];
    });
    redirects.set(spec, (found = new Map(kinds)));
  }
  return found;
}
