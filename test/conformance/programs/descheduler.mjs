// One cycle of the real descheduler.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pod, until, withCluster } from './cluster.mjs';

/** Policy that evicts two pods: one with a node's name that no longer fits, and one whose taint is not tolerated. */
const POLICY = {
  apiVersion: 'descheduler/v1alpha2',
  kind: 'DeschedulerPolicy',
  profiles: [
    {
      name: 'all',
      pluginConfig: [
        { name: 'DefaultEvictor', args: { minReplicas: 0 } },
        {
          name: 'RemovePodsViolatingNodeAffinity',
          args: { nodeAffinityType: ['requiredDuringSchedulingIgnoredDuringExecution'] },
        },
        { name: 'RemovePodsViolatingNodeTaints', args: {} },
      ],
      plugins: { deschedule: { enabled: ['RemovePodsViolatingNodeAffinity', 'RemovePodsViolatingNodeTaints'] } },
    },
  ],
};

export async function runDescheduler(setting) {
  const { descheduler } = setting;
  if (descheduler === undefined) return 'no program: give --descheduler FILE';
  return withCluster({ ...setting, bundle: 'modern' }, async ({ folder, kubeconfig, kubectl, get }) => {
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify(POLICY));
    kubectl(['label', 'node', 'node-1', 'disk=fast']);
    const terms = [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] }];
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
    const on = (name) => ({ nodeSelector: { 'kubernetes.io/hostname': name } });
    const template = (name, spec) => ({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: pod(name, spec).spec },
      },
    });
    kubectl(
      ['create', '-f', '-'],
      [template('picky', { affinity }), template('tainted', on('node-2')), template('content', on('node-3'))],
    );
    const podsOf = () => get('pods').items.map(({ metadata }) => metadata.name);
    await until('pods run', () => get('pods').items.filter(({ status }) => status.phase === 'Running').length === 3);
    const before = podsOf();
    kubectl(['label', 'node', 'node-1', 'disk-']);
    kubectl(['label', 'node', 'node-4', 'disk=fast']);
    kubectl(['taint', 'node', 'node-2', 'gone=yes:NoSchedule']);
    execFileSync(
      descheduler,
      ['--kubeconfig', kubeconfig, '--policy-config-file', policy, '--secure-port', String(setting.port + 1)],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    await until('two pods are evicted', () => podsOf().filter((name) => before.includes(name)).length === 1);
    const kept = podsOf().filter((name) => before.includes(name));
    if (!kept[0].startsWith('content-')) throw new Error(`kept: ${kept}`);
  });
}
