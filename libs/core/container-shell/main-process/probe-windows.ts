import type { Container } from '@orrery/api-types';
import type { Machine } from '../machine';
import { PROBE_KINDS, type FailedSpan, type ProbeKind, type ProbeWindows } from './failed-spans';
import { NEEDS_POD, recordRun } from './record-run';

/** The part of a probe that says what it asks. */
export interface AskedProbe {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly path?: string;
    readonly port?: number | string;
    readonly host?: string;
    readonly scheme?: string;
  };
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly tcpSocket?: { readonly port?: number | string; readonly host?: string };
  readonly timeoutSeconds?: number;
}

/** The probe of a kind; undefined if the container has none. */
export function probeOf(container: Container, kind: ProbeKind): AskedProbe | undefined {
  return container[`${kind}Probe`] as AskedProbe | undefined;
}

/** The number of a port that a probe or a hook gives by number or by name. */
export function portNumber({ ports = [] }: Container, port: number | string = 0): number {
  return ports.find(({ name }) => name === port)?.containerPort ?? Number(port);
}

/** A redirect counts as a success. */
export function isHttpSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}

/** The outcome of one run of an exec probe. */
export interface ExecVerdict {
  readonly hasFailed: boolean;
  readonly text: string;
}

/**
 * Runs the command of an exec probe in a machine as it is now (`execProber` of upstream's `pkg/probe/exec`: a command that
 * takes longer than the timeout fails). Undefined where the outcome is not known, `NEEDS_POD` where the pod would tell.
 */
export function execVerdict(
  machine: Machine,
  { exec, timeoutSeconds = 1 }: AskedProbe,
): ExecVerdict | typeof NEEDS_POD | undefined {
  const words = exec?.command ?? [];
  const run = recordRun(machine, words, { hasInput: false, clock: { atMs: machine.nowMs() } });
  if (run === undefined || run === NEEDS_POD) return run;
  if (run.runMs > timeoutSeconds * 1000) {
    return { hasFailed: true, text: `command ${JSON.stringify(words.join(' '))} timed out` };
  }
  return { hasFailed: run.exitCode !== 0, text: run.output.map(({ text }) => `${text}\n`).join('') };
}

/** Asks the exec probes of a container whenever its run pauses with other files than before. */
export class ProbeWatch {
  needsPod = false;
  private readonly spans = new Map<ProbeKind, FailedSpan[]>();
  private readonly unknown = new Set<ProbeKind>();
  private seen: { readonly version: number; readonly isKnown: boolean } | undefined;

  /**
   * @param how.asked how a probe ends in the state that the machine has come to
   * @param how.isKnown whether everything that writes to the machine is known
   */
  constructor(
    private readonly machine: Machine,
    private readonly probes: readonly (readonly [kind: ProbeKind, probe: AskedProbe])[],
    private readonly how: {
      readonly asked: (probe: AskedProbe) => ExecVerdict | typeof NEEDS_POD | undefined;
      readonly isKnown: () => boolean;
    } = { asked: (probe) => execVerdict(machine, probe), isKnown: () => true },
  ) {}

  /** Looks at the state that the run has come to after a time. */
  look(ranMs: number): void {
    const { version } = this.machine.files;
    const isKnown = this.how.isKnown();
    if (this.seen?.version === version && this.seen.isKnown === isKnown) return;
    this.seen = { version, isKnown };
    for (const [kind, probe] of this.probes) this.ask(kind, probe, ranMs);
  }

  /** Failed spans of each probe; without probes of unknown outcome. */
  get windows(): ProbeWindows {
    return Object.fromEntries([...this.spans].filter(([kind]) => !this.unknown.has(kind)));
  }

  private ask(kind: ProbeKind, probe: AskedProbe, ranMs: number): void {
    const verdict = this.how.asked(probe);
    if (verdict === NEEDS_POD) this.needsPod = true;
    if (verdict === NEEDS_POD || verdict === undefined) return void this.unknown.add(kind);
    let spans = this.spans.get(kind);
    if (!spans) this.spans.set(kind, (spans = []));
    const last = spans.at(-1);
    if (last?.toMs === Number.POSITIVE_INFINITY) spans[spans.length - 1] = { ...last, toMs: ranMs };
    if (verdict.hasFailed) spans.push({ fromMs: ranMs, toMs: Number.POSITIVE_INFINITY, text: verdict.text });
  }
}

/** The exec probes of a container. */
export function execProbesOf(container: Container): (readonly [kind: ProbeKind, probe: AskedProbe])[] {
  return PROBE_KINDS.flatMap((kind) => {
    const probe = probeOf(container, kind);
    return probe?.exec ? [[kind, probe] as const] : [];
  });
}
