import type { Node } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';

/** Returns a kubelet's answer at `/metrics`, with the known values: its name, its release and its running pods. */
export function kubeletText({ cache }: ClusterRuntime, { metadata: { name }, status }: Node): string {
  const version = status?.nodeInfo?.kubeletVersion ?? '';
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const running = cache.podsOn(name).filter((pod) => pod.status?.phase === 'Running');
  const states = { created: 0, exited: 0, running: 0, unknown: 0 };
  for (const { state } of running.flatMap((pod) => pod.status?.containerStatuses ?? [])) {
    if (state?.running) states.running++;
    else if (state?.terminated) states.exited++;
  }
  return [
    metric('kubelet_node_name', "[ALPHA] The node's name. The count is always 1.", [[`{node="${name}"}`, 1]]),
    metric(
      'kubelet_running_containers',
      '[ALPHA] Number of containers currently running',
      Object.entries(states).map(([state, count]) => [`{container_state="${state}"}`, count]),
    ),
    metric('kubelet_running_pods', '[ALPHA] Number of pods that have a running pod sandbox', [['', running.length]]),
    metric('kubernetes_build_info', '[ALPHA] The release of the program.', [
      [`{git_version="${version}",major="${major}",minor="${minor}"}`, 1],
    ]),
  ].join('');
}

/** A gauge in the text format of Prometheus; names of nodes have nothing in them that would have to be escaped. */
function metric(name: string, help: string, samples: readonly (readonly [labels: string, value: number])[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
