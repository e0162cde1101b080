import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CliError, ExitCode, type Command, type Terminal } from '../command';
import { EXPLAIN_QUERY, HISTORY_QUERY, type Decision, type Explanation } from '../explain/explanation-query';
import { askPastEvictions, printPastEvictions } from '../explain/past-evictions';
import { printExplanation } from '../explain/print-explanation';
import { printHistory } from '../explain/print-history';
import { askServer } from '../server/ask-server';
import { findServer, type Server } from '../server/find-server';

const USAGE = `Usage: orrery explain pod NAME [OPTIONS]
       orrery explain pod --file pod.yaml [OPTIONS]

Tells where a pod goes and why: what every filter says of every node, the scores, the draw, and who would be displaced.
Of a pod that exists also: what cycles of the descheduler made of it and why.

  -n, --namespace NS     namespace of the pod
  -f, --file FILE        a pod that need not exist, in YAML or JSON; - reads standard input
      --history          what was decided about the pod, instead of what would be decided now
      --nodes A,B        show these nodes only
      --all              show all nodes
      --without A,B      as if these pods were gone ([NAMESPACE/]NAME)
      --scheduler NAME   ask another scheduler than the pod names
      --no-preemption    do not look for pods to displace
  -o, --output json      everything, for programs
      --server URL       the server (else from the kubeconfig)
      --kubeconfig FILE  else $KUBECONFIG, else .orrery/kubeconfig
      --cluster NAME     one of several clusters of the server

Exit codes: 0 answered, 1 refused or not found, 2 wrong usage, 3 server not reachable.
`;

/** `orrery explain pod`. */
export const explainPodCommand: Command = {
  words: ['explain', 'pod'],
  summary: 'where a pod goes and why, or why it went there',
  usage: USAGE,
  run: async (args, terminal) => {
    const wishes = readWishes(args);
    const server = findServer({ ...wishes, environment: terminal.environment });
    terminal.write(await (wishes.history ? history(server, wishes, terminal) : explanation(server, wishes, terminal)));
  },
};

type Wishes = ReturnType<typeof readWishes>;

function readWishes(args: readonly string[]) {
  const { values, positionals } = parsed(args);
  const [name, ...others] = positionals;
  if (others.length > 0) throw usageError(`one pod at a time: ${positionals.join(' ')}`);
  if ((name === undefined) === (values.file === undefined)) throw usageError('give the name of a pod or --file');
  if (values.history && values.file !== undefined) throw usageError('--history is about pods that exist');
  if (values.output !== undefined && values.output !== 'json')
    throw usageError(`--output: ${values.output} is not json`);
  return { ...values, name };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        namespace: { type: 'string', short: 'n' },
        file: { type: 'string', short: 'f' },
        history: { type: 'boolean', default: false },
        nodes: { type: 'string' },
        all: { type: 'boolean', default: false },
        without: { type: 'string' },
        scheduler: { type: 'string' },
        'no-preemption': { type: 'boolean', default: false },
        output: { type: 'string', short: 'o' },
        server: { type: 'string' },
        kubeconfig: { type: 'string' },
        cluster: { type: 'string' },
      },
    });
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function usageError(problem: string): CliError {
  return new CliError(`${problem}\n\n${USAGE}`, ExitCode.Usage);
}

async function explanation(server: Server, wishes: Wishes, terminal: Terminal): Promise<string> {
  const namespace = wishes.namespace ?? server.namespace;
  const input = {
    ...(wishes.file === undefined ? { pod: { namespace, name: wishes.name } } : { yaml: readText(wishes.file) }),
    ...(wishes.nodes === undefined ? {} : { nodes: names(wishes.nodes) }),
    ...(wishes.without === undefined
      ? {}
      : { assumeEvicted: names(wishes.without).map((text) => podRef(text, namespace)) }),
    ...(wishes.scheduler === undefined ? {} : { schedulerName: wishes.scheduler }),
    withPreemption: !wishes['no-preemption'],
  };
  const answer = await askServer<{ explainScheduling: Explanation }>(server, EXPLAIN_QUERY, { input });
  const explained = answer.explainScheduling;
  const past = wishes.name === undefined ? [] : await askPastEvictions(server, { namespace, pod: wishes.name });
  if (wishes.output === 'json') return `${JSON.stringify({ ...explained, deschedulingDecisions: past }, null, 2)}\n`;
  const text = printExplanation(explained, { terminal, showsAll: wishes.all || wishes.nodes !== undefined });
  return past.length === 0 ? text : `${text}\n${printPastEvictions(past, terminal)}`;
}

async function history(server: Server, wishes: Wishes, terminal: Terminal): Promise<string> {
  const namespace = wishes.namespace ?? server.namespace;
  const filter = { namespace, pod: wishes.name };
  const answer = await askServer<{ schedulingDecisions: { nodes: Decision[] } }>(server, HISTORY_QUERY, { filter });
  const decisions = answer.schedulingDecisions.nodes;
  if (wishes.output === 'json') return `${JSON.stringify(decisions, null, 2)}\n`;
  const past = await askPastEvictions(server, { namespace, pod: wishes.name ?? '' });
  if (decisions.length + past.length > 0) {
    const parts = [decisions.length > 0 ? printHistory(decisions, terminal) : '', printPastEvictions(past, terminal)];
    return parts.filter((part) => part !== '').join('\n');
  }
  throw new CliError(`no decision about pod ${namespace}/${wishes.name} is kept`, ExitCode.Refused);
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

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError(`--file: ${(error as Error).message}`, ExitCode.Usage);
  }
}
