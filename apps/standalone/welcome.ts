/** Addresses and files of the server, and a description of the cluster. */
export interface Addresses {
  readonly url: string;
  readonly kubeconfig: string;
  /** The clock in words: `real`, `manual`, `60x`. */
  readonly clock: string;
  readonly seed: string;
  readonly nodes: number;
  readonly dataDir: string;
  readonly ephemeral: boolean;
  /** Options that the cluster, which was there before, does not follow. */
  readonly notFollowed: readonly string[];
}

/** Text data for the user when the cluster is ready. */
export interface Welcome extends Addresses {
  readonly readyAfterMs: number;
  /** Instruction to end the server, as a sentence. */
  readonly howToStop: string;
}

/** The clock whose time stands still until it is advanced: without that no pod starts. */
const MANUAL = 'manual';

/** The box that is printed when, and only when, everything is ready. */
export function welcomeBox(welcome: Welcome): string {
  const { url, kubeconfig, clock, seed, nodes, notFollowed, dataDir, ephemeral, readyAfterMs, howToStop } = welcome;
  const lines = [
    `Orrery is ready after ${(readyAfterMs / 1000).toFixed(1)} s`,
    '',
    `Console          ${url}/console`,
    `Documentation    ${url}/docs`,
    `GraphQL          ${url}/graphql    playground: ${url}/playground`,
    `Kubernetes API   ${url}`,
    `kubeconfig       ${kubeconfig}`,
    `                 export KUBECONFIG=${kubeconfig}`,
    `cluster          ${nodes} nodes, clock ${clock}, seed ${seed}`,
    ...(notFollowed.length === 0 ? [] : [`                 was made before: ${waysOfMaking(notFollowed)}`]),
    `state            ${ephemeral ? 'ephemeral: nothing is kept' : dataDir}`,
    `queues           ${url}/admin/queues    metrics: ${url}/metrics`,
    '',
    'Try next',
    '  kubectl get nodes -L topology.kubernetes.io/zone',
    ...(clock === MANUAL
      ? ['  kubectl run web --image=nginx', '  orrery clock advance 10s && kubectl get pods -o wide']
      : ['  kubectl run web --image=nginx && kubectl get pods -o wide -w']),
    '  kubectl taint nodes node-1 key1=value1:NoExecute',
    '',
    howToStop,
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`, ''].join('\n');
}

function waysOfMaking(options: readonly string[]): string {
  if (options.length === 1) return `${options[0]} says how new clusters are made`;
  return `${options.slice(0, -1).join(', ')} and ${options.at(-1)} say how new clusters are made`;
}
