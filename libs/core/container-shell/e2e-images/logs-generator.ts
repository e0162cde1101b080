import { parseDurationMs, randomFor } from '@orrery/time';
import { printError, Unknown, type Process } from '../process';
import { complain, machineOf, type Call, type Program } from '../programs/program';

const METHODS = ['GET', 'PUT', 'POST'];
const NAMESPACES = ['kube-system', 'default', 'ns'];
/** Letters and digits of names that are drawn (`k8s.io/apimachinery/pkg/util/rand`). */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
/** Source position that the logger prints with each line. */
const PLACE = 'logs_generator.go:76';

interface Pace {
  readonly lines: number;
  readonly everyMs: number;
}

/**
 * `agnhost logs-generator` of upstream's test images: lines like those of an API server, in even steps. What they say is drawn
 * from the name of the pod, so that the same pod prints the same.
 */
export const logsGenerator: Program = function* (call) {
  if (machineOf(call).isWithoutPod) throw new Unknown('hostname', true);
  const pace = paceOf(call);
  if (!pace) return yield* complain(call, 'invalid number of lines, or duration');
  return yield* lines(call, pace);
};

function* lines(call: Call, { lines: count, everyMs }: Pace): Process {
  const { hostname, nowMs } = machineOf(call);
  for (let id = 0; id < count; id++) {
    yield* printError(`${header(nowMs())} ${lineOf(hostname, id)}\n`);
    yield { is: 'sleep', ms: everyMs };
  }
  return 0;
}

function paceOf({ args }: Call): Pace | undefined {
  const given = new Map<string, string>();
  const words = args.flatMap((arg) => arg.split('='));
  for (let index = 0; index + 1 < words.length; index += 2)
    given.set(words[index]!.replace(/^--?/, ''), words[index + 1]!);
  const count = Number(given.get('log-lines-total') ?? given.get('t') ?? 0);
  const durationMs = parseDurationMs(given.get('run-duration') ?? given.get('d') ?? '0s') ?? 0;
  return Number.isInteger(count) && count > 0 && durationMs > 0
    ? { lines: count, everyMs: durationMs / count }
    : undefined;
}

/** As klog begins a line. */
function header(atMs: number): string {
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
  return `I${day.slice(5).replace('-', '')} ${time.replace('Z', '')}000       1 ${PLACE}]`;
}

function lineOf(hostname: string, id: number): string {
  const random = randomFor('logs-generator', hostname, id);
  const pick = (texts: readonly string[] | string): string => texts[random.below(texts.length)]!;
  const method = pick(METHODS);
  const namespace = pick(NAMESPACES);
  const name = Array.from({ length: 3 + random.below(2) }, () => pick(LETTERS)).join('');
  return `${id} ${method} /api/v1/namespaces/${namespace}/pods/${name} ${200 + random.below(400)}`;
}
