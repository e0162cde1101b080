import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { Client, clientBinary } from '@orrery/test-services';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  const { users } = parseStaticTokens('root-token,root,u0,"system:masters"\ndev-token,dev,u1,"developers"');
  server = await startTestGraphqlServer({
    access: { mode: AuthorizationMode.Rbac, users: users! },
    token: 'root-token',
  });
});
afterAll(() => server.close());

const PLUGIN = {
  admissionConfig: {
    pluginConfig: { PodSecurityPolicy: { configuration: { kind: 'DefaultAdmissionConfig', disable: false } } },
  },
};

const policy = (name: string, spec: object): string =>
  JSON.stringify({
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    metadata: { name },
    spec: {
      seLinux: { rule: 'RunAsAny' },
      fsGroup: { rule: 'RunAsAny' },
      supplementalGroups: { rule: 'RunAsAny' },
      runAsUser: { rule: 'MustRunAsNonRoot' },
      volumes: ['*'],
      ...spec,
    },
  });
const may = (group: string, policyName: string): string =>
  JSON.stringify({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: policyName },
    rules: [{ apiGroups: [group], resources: ['podsecuritypolicies'], resourceNames: [policyName], verbs: ['use'] }],
  });

story(
  'policies judge pods of users by their rights, and pods of controllers by those of service accounts',
  async () => {
    const cluster = await server.cluster({ settings: { bundle: 'k8s-1.20', ...PLUGIN }, nodes: 1 });
    const root = new Client(binary!, cluster.url, 'root-token');
    const dev = new Client(binary!, cluster.url, 'dev-token');
    await root.run(['create', 'rolebinding', 'dev-edits', '--clusterrole=edit', '--group=developers']);
    const refusal = 'pods "a" is forbidden: PodSecurityPolicy: ';
    expect((await dev.try(['run', 'a', '--image=nginx'])).stderr).toContain(
      `${refusal}no providers available to validate pod request`,
    );
    await root.run(['apply', '-f', '-'], policy('restricted', {}));
    expect((await dev.try(['run', 'a', '--image=nginx'])).stderr).toContain(`${refusal}unable to admit pod: []`);

    // The user's right, in the group that policies came from.
    await root.run(['apply', '-f', '-'], may('extensions', 'restricted'));
    await root.run(['create', 'rolebinding', 'dev-uses', '--clusterrole=restricted', '--group=developers']);
    await dev.run(['run', 'a', '--image=nginx']);
    const admitted = JSON.parse(await dev.run(['get', 'pod', 'a', '-o', 'json']));
    expect(admitted.metadata.annotations['kubernetes.io/psp']).toBe('restricted');
    expect(admitted.spec.containers[0].securityContext).toEqual({ runAsNonRoot: true });
    const privileged = { spec: { containers: [{ name: 'b', image: 'i', securityContext: { privileged: true } }] } };
    expect((await dev.try(['run', 'b', '--image=i', `--overrides=${JSON.stringify(privileged)}`])).stderr).toContain(
      'unable to admit pod: [spec.containers[0].securityContext.privileged: Invalid value: true: Privileged containers are not allowed]',
    );

    // A controller has its own rights, and those of the pod's service account, but not those of who made the Deployment.
    await dev.run(['create', 'deployment', 'web', '--image=nginx']);
    await cluster.mutate('advanceClock', { by: '1s' }, 'clock { now }');
    const events = await dev.run(['get', 'events', '-o', 'jsonpath={.items[?(@.reason=="FailedCreate")].message}']);
    expect(events).toMatch(
      /^Error creating: pods "web-\w+-" is forbidden: PodSecurityPolicy: unable to admit pod: \[\]/,
    );
    await root.run([
      'create',
      'rolebinding',
      'account-uses',
      '--clusterrole=restricted',
      '--serviceaccount=default:default',
    ]);
    await cluster.mutate('advanceClock', { by: '1m' }, 'clock { now }');
    expect(await dev.run(['get', 'deployment', 'web', '-o', 'jsonpath={.status.readyReplicas}'])).toBe('1');

    // Labels are checked like the pod, by the current policies; the plugin can be switched off again.
    await root.run(['delete', 'podsecuritypolicy', 'restricted']);
    expect((await dev.try(['label', 'pod', 'a', 'x=y'])).stderr).toContain('no providers available');
  },
);

story('generations without policies have no such plugin', async () => {
  const outcome = await server
    .cluster({ settings: PLUGIN })
    .then(() => 'taken')
    .catch((error: unknown) => String(error));
  expect(outcome).toContain('the generation of the cluster has no PodSecurityPolicies');
});
