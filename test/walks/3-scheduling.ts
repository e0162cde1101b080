import { readSample } from '../../libs/core/scheduler-plugins/whole-scheduler/configuration/testdata/read-sample';
import { manifest, pod, type Document } from './walk';

const NODE_SELECTOR = `
admissionConfig:
  pluginConfig:
    PodNodeSelector:
      configuration:
        podNodeSelectorPluginConfig:
          clusterDefaultNodeSelector: ""
          ns1: region=west,env=test,infra=fedora,os=fedora
    DefaultTolerationSeconds:
      configuration: { kind: DefaultAdmissionConfig, apiVersion: v1, disable: false }
kubernetesMasterConfig:
  controllerArguments:
    feature-gates:
      - TaintBasedEvictions=true
`;
const NS1 = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'ns1',
    annotations: { 'scheduler.alpha.kubernetes.io/node-selector': 'env=test,infra=fedora' },
  },
};
const ROLE = {
  apiVersion: 'rbac.authorization.k8s.io/v1beta1',
  kind: 'ClusterRole',
  metadata: { name: 'descheduler-cluster-role' },
  rules: [
    { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'watch', 'list'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch', 'list', 'delete'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
  ],
};
const inZones = (...values: string[]): object => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'e2e-az-name', operator: 'In', values }] }],
      },
    },
  },
});

/** Chapter 16, Scheduling, of the guide of OpenShift 3.11. */
export const scheduling: Document = {
  title: 'the chapter on scheduling',
  setting: {
    bundle: 'okd-legacy',
    nodes: ['node1', 'node2', 'node3'].map((name, i) => ({
      name,
      labels: { region: 'r1', zone: i === 0 ? 'us' : 'emea', rack: `rack${i}` },
    })),
  },
  run: async (walk) => {
    const nodeOf = (name: string): Promise<string> => walk.field(`pod/${name}`, '.spec.nodeName');
    await walk.step('16.2.4', 'scheduler.json and master-restart, here the mutation', async () => {
      const yaml = readSample('default-policy.json');
      await walk.configure('setSchedulerConfig', { yaml }, 'config { format }');
    });
    await walk.step('16.2.8', 'the sample as it is printed', async () => {
      const yaml = readSample('region-zone-rack-callouts.yaml');
      await walk.configure('setSchedulerConfig', { yaml, lenient: true, dryRun: true }, 'config { format }');
    });
    await walk.step('16.3.2', 'role, service account and binding of the descheduler', async () => {
      await walk.oc('create -f -', JSON.stringify(ROLE));
      await walk.oc('create sa descheduler-sa -n kube-system');
      const names = '--clusterrole=descheduler-cluster-role --serviceaccount=kube-system:descheduler-sa';
      await walk.oc(`create clusterrolebinding descheduler-cluster-role-binding ${names}`);
    });
    await walk.step('16.4.3', 'a pod waits for the scheduler that it names', async () => {
      await walk.oc('create -f -', manifest('custom-scheduler-example.yaml'));
      await walk.pass('20s');
      expect(await walk.oc('get pod custom-scheduler-example')).toContain('Pending');
      await walk.configure(
        'setSchedulerConfig',
        {
          scheduler: 'custom',
          object: {
            apiVersion: 'kubescheduler.config.k8s.io/v1',
            kind: 'KubeSchedulerConfiguration',
            profiles: [{ schedulerName: 'custom-scheduler' }],
          },
        },
        'config { format }',
      );
      await walk.pass('20s');
      expect(await walk.oc('describe pod custom-scheduler-example')).toContain('custom-scheduler');
      expect(await walk.oc('get pod custom-scheduler-example')).toContain('Running');
    });
    await walk.step('16.5.4', 'node selectors are merged into the pod', async () => {
      await walk.configure('setAdmissionConfig', { yaml: NODE_SELECTOR }, 'config { plugins }');
      await walk.oc('create -f -', JSON.stringify(NS1));
      await walk.oc('create -f - --namespace=ns1', manifest('hello-pod.yaml'));
      const selector = await walk.oc('get pod hello-pod --namespace=ns1 -o jsonpath={.spec.nodeSelector}');
      expect(JSON.parse(selector)).toEqual({ env: 'test', infra: 'fedora', os: 'fedora' });
      const other = pod('other', { nodeSelector: { env: 'production', infra: 'fedora', os: 'fedora' } });
      expect((await walk.refused('create -f - --namespace=ns1', other)).stderr).toContain('label selector conflicts');
    });
    await walk.step('16.6.5', 'the class resolves to 1000000', async () => {
      await walk.oc('create -f -', manifest('high-priority.yaml'));
      await walk.oc('create -f -', manifest('nginx-high-priority.yaml'));
      expect(await walk.field('pod/nginx', '.spec.priority')).toBe('1000000');
    });
    await walk.step('16.8.2.1', 'the pod goes to the labelled node', async () => {
      await walk.oc('label node node1 e2e-az-name=e2e-az1');
      await walk.oc('create -f -', pod('e2e-az2', inZones('e2e-az1', 'e2e-az2')));
      await walk.pass('10s');
      expect(await nodeOf('e2e-az2')).toBe('node1');
    });
    await walk.step('16.8.3.2', 'no matching label: FailedScheduling', async () => {
      await walk.oc('label node node1 zone=emea --overwrite');
      await walk.oc('create -f -', manifest('pod-s1-zone-us.yaml'));
      await walk.pass('10s');
      expect(await walk.oc('describe pod pod-s1')).toContain('FailedScheduling');
    });
    await walk.step('16.9.3.1', 'team4a goes where team4 is', async () => {
      await walk.oc('create -f -', manifest('team4.yaml'));
      await walk.pass('10s');
      await walk.oc('create -f -', manifest('team4a.yaml'));
      await walk.pass('10s');
      expect(await nodeOf('team4a')).toBe(await nodeOf('team4'));
    });
    await walk.step('16.11.3', 'adding a taint to an existing node', async () => {
      await walk.oc('adm taint nodes node1 key1=value1:NoExecute');
      await walk.pass('40s');
      expect((await walk.refused('get pod e2e-az2')).stderr).toContain('NotFound');
      await walk.oc('adm taint nodes node1 key1-');
    });
    await walk.step('16.11.4.1.1', 'tolerations of 300 s are added', async () => {
      await walk.oc('create -f -', pod('hello'));
      const described = await walk.oc('describe pod hello');
      expect(described).toMatch(/Tolerations: +node.kubernetes.io\/not-ready:NoExecute op=Exists for 300s/);
    });
    await walk.step('16.11.5', 'the taint is added to a node that is lost', async () => {
      await walk.configure('stopHeartbeats', { nodes: ['node2'] }, 'nodes');
      await walk.pass('2m');
      expect(await walk.oc('describe node node2')).toContain('node.kubernetes.io/unreachable:NoExecute');
    });
  },
};
