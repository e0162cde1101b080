import { Option, type Command } from 'commander';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../../command';
import { askPastEvictions, printPastEvictions } from '../../explain/past-evictions';
import type { Decision } from '../../explain/explanation';
import { goneStory, isNotFound, printGonePod } from '../../explain/gone-pod';
import { printExplanation } from '../../explain/print-explanation';
import { printHistory } from '../../explain/print-history';
import { readText } from '../../input/read-text';
import { findServer, type Connection } from '../../server/find-server';

const DESCRIPTION = `Explains where a pod is placed and why: the verdict of every filter on every node, the scores, ties, and pods that would be preempted. For an existing pod also: what cycles of the descheduler made of it and why.`;

interface Options extends ServerOptions {
  readonly namespace?: string;
  readonly file?: string;
  readonly history?: true;
  readonly nodes?: string;
  readonly all?: true;
  readonly without?: string;
  readonly scheduler?: string;
  readonly preemption: boolean;
  readonly output?: 'json';
}

/** Question of the command: options, and the name of a pod unless there is a file. */
interface Question extends Options {
  readonly name: string | undefined;
}

/** `orrery explain pod`. */
export const explainPodCommand: CliCommand = {
  words: ['explain', 'pod'],
  summary: 'where a pod goes and why, or why it went there',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('[name]', 'the pod, unless there is a --file')
      .option('-n, --namespace <ns>', 'namespace of the pod')
      .option('-f, --file <file>', 'a pod that need not exist, in YAML or JSON; - reads standard input')
      .option('--history', 'what was decided about the pod, instead of what would be decided now')
      .option('--nodes <a,b>', 'show these nodes only')
      .option('--all', 'show all nodes')
      .option('--without <a,b>', 'as if these pods were gone ([NAMESPACE/]NAME)')
      .option('--scheduler <name>', 'ask another scheduler than the pod names')
      .option('--no-preemption', 'do not look for pods to displace')
      .addOption(new Option('-o, --output <format>', 'everything, for programs').choices(['json']));
    withServerOptions(command)
      .addHelpText('after', exitCodes('answered', 'refused or not found'))
      .action(async (name: string | undefined, options: Options) => {
        requireOnePod(command, name, options);
        const question = { ...options, name };
        const server = findServer({ ...options, environment: terminal.environment });
        terminal.write(await (options.history ? history : explanation)(server, question, terminal));
      });
  },
};

function requireOnePod(command: Command, name: string | undefined, { file, history: ofPast }: Options): void {
  if ((name === undefined) === (file === undefined)) command.error('give the name of a pod or --file');
  if (ofPast && file !== undefined) command.error('--history takes the name of a pod, not a --file');
}

async function explanation(server: Connection, question: Question, terminal: Terminal): Promise<string> {
  const namespace = question.namespace ?? server.namespace;
  const input = {
    ...(question.file === undefined
      ? { pod: { namespace, name: question.name ?? '' } }
      : { yaml: readText(question.file, '--file') }),
    ...(question.nodes === undefined ? {} : { nodes: names(question.nodes) }),
    ...(question.without === undefined
      ? {}
      : { assumeEvicted: names(question.without).map((text) => podRef(text, namespace)) }),
    ...(question.scheduler === undefined ? {} : { schedulerName: question.scheduler }),
    withPreemption: question.preemption,
  };
  const answer = await server.operations.explainScheduling({ input }).catch((error: unknown) => {
    if (question.name === undefined || !isNotFound(error)) throw error;
    return undefined;
  });
  if (!answer) return gone(server, { namespace, name: question.name! }, question, terminal);
  const explained = answer.explainScheduling;
  const past =
    question.name === undefined ? [] : await askPastEvictions(server.operations, { namespace, pod: question.name });
  if (question.output === 'json') return `${JSON.stringify({ ...explained, deschedulingDecisions: past }, null, 2)}\n`;
  const text = printExplanation(explained, {
    terminal,
    showsAll: question.all === true || question.nodes !== undefined,
  });
  return past.length === 0 ? text : `${text}\n${printPastEvictions(past, terminal)}`;
}

/** Returns the story of a pod that is gone, and the decisions about it that are kept. */
async function gone(
  server: Connection,
  pod: { readonly namespace: string; readonly name: string },
  { output }: Question,
  terminal: Terminal,
): Promise<string> {
  const changes = await goneStory(server, pod);
  const decisions = await decisionsAbout(server, pod);
  const past = await askPastEvictions(server.operations, { namespace: pod.namespace, pod: pod.name });
  if (output === 'json')
    return `${JSON.stringify({ isGone: true, changes, decisions, deschedulingDecisions: past }, null, 2)}\n`;
  const parts = [
    printGonePod(pod, changes, terminal),
    decisions.length > 0 ? printHistory(decisions, terminal) : '',
    printPastEvictions(past, terminal),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Decisions that are shown at most. */
const SHOWN_DECISIONS = 20;

async function history(server: Connection, question: Question, terminal: Terminal): Promise<string> {
  const namespace = question.namespace ?? server.namespace;
  const pod = question.name ?? '';
  const decisions = await decisionsAbout(server, { namespace, name: pod });
  if (question.output === 'json') return `${JSON.stringify(decisions, null, 2)}\n`;
  const past = await askPastEvictions(server.operations, { namespace, pod });
  if (decisions.length + past.length > 0) {
    const parts = [decisions.length > 0 ? printHistory(decisions, terminal) : '', printPastEvictions(past, terminal)];
    return parts.filter((part) => part !== '').join('\n');
  }
  throw new CliError(`no decision about pod ${namespace}/${question.name} is kept`, ExitCode.Refused);
}

async function decisionsAbout(
  { operations }: Connection,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<readonly Decision[]> {
  const filter = { namespace, pod: name };
  return (await operations.schedulingDecisions({ filter, first: SHOWN_DECISIONS })).schedulingDecisions.nodes;
}

function names(list: string): string[] {
  return list.split(',').filter((name) => name !== '');
}

function podRef(text: string, ownNamespace: string): { namespace: string; name: string } {
  const slash = text.indexOf('/');
  return slash < 0
    ? { namespace: ownNamespace, name: text }
    : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
