import { Cluster, DEFAULT_CLUSTER, RefusedError, type KubernetesObject } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { printExplanation } from '../../explain/print-explanation';
import { renderTable } from '../../output/table';
import { findServer } from '../../server/find-server';

const DESCRIPTION =
  'Shows where the pods of a Deployment are, and where one more of them would go and why: the verdict of every filter and the scores.';

interface Options extends ServerOptions {
  readonly namespace?: string;
  readonly all?: true;
}

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: { readonly metadata?: object; readonly spec: object };
    readonly replicas?: number;
  };
}

interface PodFields {
  readonly metadata: {
    readonly name: string;
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

/** `orrery explain deployment`. */
export const explainDeploymentCommand: CliCommand = {
  words: ['explain', 'deployment'],
  summary: 'where the pods of a Deployment are, and where the next one would go',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<name>', 'the Deployment')
      .option('-n, --namespace <ns>', 'its namespace')
      .option('--all', 'show all nodes');
    withServerOptions(command)
      .addHelpText('after', exitCodes('answered', 'refused or not found'))
      .action((name: string, options: Options) => explain(name, options, terminal));
  },
};

async function explain(name: string, { namespace: given, all, ...place }: Options, terminal: Terminal): Promise<void> {
  const { address, namespace: own } = findServer({ ...place, environment: terminal.environment });
  const namespace = given ?? own;
  const cluster = new Cluster(DEFAULT_CLUSTER, address);
  const deployment = await cluster.get({ apiVersion: 'apps/v1', kind: 'Deployment', name, namespace });
  if (!deployment) throw new RefusedError(`deployments.apps "${name}" not found in namespace ${namespace}`);
  const pods = await podsOf(cluster, deployment, namespace);
  terminal.write(placesTable(pods, terminal));
  const { template, replicas = 1 } = (deployment as Deployment).spec;
  const next = {
    apiVersion: 'v1',
    kind: 'Pod',
    ...template,
    metadata: { ...template.metadata, name: `${name}-next`, namespace },
  };
  terminal.write(`\n${replicas} wanted, ${pods.length} there. One more would go:\n\n`);
  terminal.write(printExplanation(await cluster.explain({ object: next }), { terminal, showsAll: all === true }));
}

/** The pods of the ReplicaSets of a Deployment. */
async function podsOf(cluster: Cluster, deployment: KubernetesObject, namespace: string): Promise<PodFields[]> {
  const filter = { namespace };
  const [sets, pods] = await Promise.all([
    cluster.list('apps/v1', 'ReplicaSet', filter),
    cluster.list('v1', 'Pod', filter),
  ]);
  const own = new Set(sets.filter((set) => isOwnedBy(set, [uidOf(deployment)])).map(uidOf));
  return (pods as readonly object[] as readonly PodFields[]).filter((pod) => isOwnedBy(pod, [...own]));
}

function isOwnedBy(object: object, uids: readonly string[]): boolean {
  const { ownerReferences = [] } = (object as PodFields).metadata;
  return ownerReferences.some(({ uid }) => uids.includes(uid));
}

function uidOf({ metadata }: KubernetesObject): string {
  return String(metadata['uid']);
}

function placesTable(pods: readonly PodFields[], terminal: Terminal): string {
  if (pods.length === 0) return 'It has no pods.\n';
  const rows = pods.map(({ metadata, spec, status }) => [
    { text: metadata.name },
    { text: metadata.deletionTimestamp === undefined ? (status?.phase ?? '-') : 'Terminating' },
    { text: spec?.nodeName ?? '-' },
  ]);
  return renderTable([{ title: 'POD' }, { title: 'STATE' }, { title: 'NODE' }], rows, terminal.columns);
}
