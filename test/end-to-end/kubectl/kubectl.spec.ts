import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const pod = (name: string, more: object = {}, metadata: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'c', image: 'nginx' }], ...more },
  });

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

const versions = [
  { name: 'kubectl 1.35', isModern: true, binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', isModern: false, binary: oldKubectl() },
];

describe.each(versions)('$name', ({ name, isModern, binary }) => {
  // A machine that cannot have this client skips its tests by name.
  const story = binary === undefined ? test.skip : test;
  let cluster: TestCluster;
  let client: Client;
  const kubectl = (...args: string[]): Promise<string> => client.run(args);

  beforeAll(async () => {
    if (binary === undefined) return;
    cluster = await server.cluster({ name: name.replace(/\W+/g, '-'), nodes: 3 });
    client = new Client(binary, cluster.url);
  });
  afterAll(() => client?.dispose());

  story('creates, shows and deletes a pod', async () => {
    await client.run(['create', '-f', '-'], pod('web', {}, { labels: { app: 'web' } }));
    await kubectl('wait', 'pod/web', '--for=condition=Ready', '--timeout=240s');
    expect(await kubectl('get', 'pods')).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE\nweb +1\/1 +Running +0 +\d+s\n$/);
    expect(await kubectl('get', 'pods', '-o', 'wide')).toMatch(
      /IP +NODE +NOMINATED NODE +READINESS GATES\n.* node-\d +<none> +<none>\n$/,
    );
    expect(await kubectl('get', 'pods', '-A', '--show-labels')).toMatch(/NAMESPACE.*LABELS\ndefault +web .*app=web/);
    const yaml = await kubectl('get', 'pod', 'web', '-o', 'yaml');
    expect(yaml).toMatch(/^apiVersion: v1\nkind: Pod\n/);
    expect(yaml).toMatch(/qosClass: BestEffort/);
    const described = await kubectl('describe', 'pod', 'web');
    expect(described).toMatch(/Node: +node-\d/);
    expect(described).toMatch(/Successfully assigned default\/web to node-\d/);
    expect(await kubectl('logs', 'web')).toBe('container c started\n');
    expect(await kubectl('logs', 'web', '--timestamps', '--tail=1')).toMatch(/^\d{4}-.*Z container c started\n$/);
    expect(await kubectl('get', 'events', '--field-selector', 'involvedObject.name=web')).toMatch(
      /Normal +Scheduled +pod\/web +Successfully assigned/,
    );
    if (isModern) expect(await kubectl('events', '--for', 'pod/web')).toMatch(/Scheduled +Pod\/web/);
    expect(await client.try(['exec', 'web', '--', 'true'])).toMatchObject({ code: 0, stderr: '' });
    expect(await kubectl('get', 'pods', '-l', 'app in (web)', '-o', 'name')).toBe('pod/web\n');
    expect(await kubectl('get', 'pods', '--field-selector', 'status.phase!=Running', '-o', 'name')).toBe('');
    expect(await kubectl('delete', 'pod', 'web')).toMatch(/pod "web" deleted/);
    const gone = await client.try(['get', 'pod', 'web']);
    expect(gone).toMatchObject({ code: 1, stderr: 'Error from server (NotFound): pods "web" not found\n' });
  });

  story('applies, edits and patches', async () => {
    const map = (value: string): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings' },
        data: { a: value, b: 'x' },
      });
    expect(await client.run(['apply', '-f', '-'], map('1'))).toBe('configmap/settings created\n');
    expect(await client.run(['apply', '-f', '-'], map('1'))).toBe('configmap/settings unchanged\n');
    expect(await client.run(['apply', '-f', '-'], map('2'))).toBe('configmap/settings configured\n');
    expect(await client.run(['diff', '-f', '-'], map('2'))).toBe('');
    expect((await client.try(['diff', '-f', '-'], map('3'))).stdout).toMatch(/-  a: "2"\n\+  a: "3"/);
    await kubectl('patch', 'configmap', 'settings', '-p', '{"data":{"b":null,"c":"y"}}');
    await kubectl('patch', 'configmap', 'settings', '--type=merge', '-p', '{"data":{"d":"z"}}');
    await kubectl('patch', 'configmap', 'settings', '--type=json', '-p', '[{"op":"remove","path":"/data/d"}]');
    expect(JSON.parse(await kubectl('get', 'configmap', 'settings', '-o', 'jsonpath={.data}'))).toEqual({
      a: '2',
      c: 'y',
    });
    await kubectl('label', 'configmap', 'settings', 'tier=one');
    await kubectl('annotate', 'configmap', 'settings', 'note=hello');
    await kubectl('label', 'configmap', 'settings', 'tier-');
    expect(
      await kubectl('get', 'configmap', 'settings', '-o', 'jsonpath={.metadata.labels}{.metadata.annotations.note}'),
    ).toBe('hello');
    expect(await client.run(['create', '--dry-run=server', '-f', '-'], pod('ghost'))).toMatch(/pod\/ghost created/);
    expect((await client.try(['get', 'pod', 'ghost'])).code).toBe(1);
    expect(await client.run(['replace', '-f', '-'], map('9'))).toMatch(/replaced/);
  });

  story('applies on the server and reports conflicts', async () => {
    const map = (value: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owned' }, data: { a: value } });
    expect(await client.run(['apply', '--server-side', '-f', '-'], map('1'))).toBe(
      'configmap/owned serverside-applied\n',
    );
    expect(await client.run(['apply', '--server-side', '-f', '-'], map('1'))).toBe(
      'configmap/owned serverside-applied\n',
    );
    const refused = await client.try(['apply', '--server-side', '--field-manager=other', '-f', '-'], map('2'));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/Apply failed with 1 conflict: conflict with "kubectl".*\.data\.a/);
    await client.run(['apply', '--server-side', '--force-conflicts', '--field-manager=other', '-f', '-'], map('2'));
    expect(await kubectl('get', 'configmap', 'owned', '-o', 'jsonpath={.data.a}')).toBe('2');
  });

  story('taints, cordons and drains nodes', async () => {
    expect(await kubectl('taint', 'nodes', 'node-1', 'dedicated=db:NoSchedule')).toBe('node/node-1 tainted\n');
    expect(await kubectl('get', 'node', 'node-1', '-o', 'jsonpath={.spec.taints[?(@.key=="dedicated")].value}')).toBe(
      'db',
    );
    await kubectl('taint', 'nodes', 'node-1', 'dedicated-');
    await kubectl('cordon', 'node-1');
    expect(await kubectl('get', 'nodes')).toMatch(/node-1 +Ready,SchedulingDisabled +<none> +\d+\w* +v/);
    await kubectl('uncordon', 'node-1');
    expect(await kubectl('describe', 'node', 'node-1')).toMatch(/Allocatable:/);

    await client.run(['create', '-f', '-'], pod('on-node-2', { nodeName: 'node-2' }, { labels: { app: 'guarded' } }));
    await kubectl('wait', 'pod/on-node-2', '--for=condition=Ready', '--timeout=240s');
    const budget = {
      apiVersion: isModern ? 'policy/v1' : 'policy/v1beta1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'guard' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } },
    };
    await client.run(['create', '-f', '-'], JSON.stringify(budget));
    await client.watch(['get', 'pdb', 'guard', '-w', '-o', 'jsonpath={.status.currentHealthy}{"\\n"}'], (text) =>
      text.includes('1'),
    );
    expect(await kubectl('get', 'pdb')).toMatch(/guard +1 +N\/A +0 /);
    const refused = await client.try(['drain', 'node-2', '--force', '--timeout=5s']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr + refused.stdout).toMatch(/Cannot evict pod as it would violate the pod's disruption budget/);
    await kubectl('delete', 'pdb', 'guard');
    expect(await kubectl('drain', 'node-2', '--force', '--timeout=240s')).toMatch(/node\/node-2 (drained|evicted)/);
    expect((await client.try(['get', 'pod', 'on-node-2'])).stderr).toMatch(/NotFound/);
    await kubectl('uncordon', 'node-2');
  });

  story('rolls deployments out and back, scales, exposes and edits them', async () => {
    await kubectl('create', 'deployment', 'shop', '--image=nginx:1');
    expect(await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s')).toMatch(/successfully rolled out/);
    await kubectl('scale', 'deployment', 'shop', '--replicas=2');
    await kubectl('set', 'image', 'deployment/shop', 'nginx=nginx:2');
    await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s');
    expect(await kubectl('rollout', 'history', 'deployment/shop')).toMatch(/\n1 .*\n2 /);
    await kubectl('rollout', 'undo', 'deployment/shop');
    const image = '-o=jsonpath={.spec.template.spec.containers[0].image}';
    expect(await kubectl('get', 'deployment', 'shop', image)).toBe('nginx:1');
    for (const change of ['pause', 'resume', 'restart']) await kubectl('rollout', change, 'deployment/shop');
    await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s');
    const editor = new Client('/usr/bin/env', cluster.url);
    await editor.run(['KUBE_EDITOR=sed -i s/nginx:1/nginx:3/', binary!, 'edit', 'deployment/shop']);
    editor.dispose();
    await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s');
    expect(await kubectl('describe', 'deployment', 'shop')).toMatch(/Image: +nginx:3[^]*NewReplicaSet: +shop-/);
    await kubectl('expose', 'deployment', 'shop', '--port=80');
    expect(await kubectl('get', 'service', 'shop')).toMatch(/shop +ClusterIP +10\.\S+ +<none> +80\/TCP/);
    await kubectl('autoscale', 'deployment', 'shop', '--min=2', '--max=4');
    expect(await kubectl('get', 'hpa', 'shop')).toMatch(/shop +Deployment\/shop +\S+.* 2 +4 /);
    expect(await kubectl('top', 'pods')).toMatch(/shop-\S+ +\d+m +\d+Mi/);
    expect(await kubectl('top', 'nodes')).toMatch(/node-1 +\d+m +\d+% +\d+Mi +\d+%/);
    expect(await kubectl('delete', 'deployment', 'shop', '--dry-run=server')).toMatch(/deleted .*\(server dry run\)/);
    await kubectl('delete', 'deployment,service,hpa', 'shop');
  });

  story('asks for rights, tokens and addresses', async () => {
    expect(await kubectl('auth', 'can-i', 'create', 'pods')).toBe('yes\n');
    expect(await kubectl('auth', 'can-i', '--list')).toMatch(/\*\.\* +\[\] +\[\] +\[\*\]/);
    // Written in colours by newer ones.
    expect(await kubectl('cluster-info')).toMatch(/(control plane|master).* is running at .*http/);
    if (!isModern) return;
    expect(await kubectl('auth', 'whoami')).toMatch(/Username +system:/);
    expect((await kubectl('create', 'token', 'default')).split('.')).toHaveLength(3);
  });

  story('explains kinds and lists what there is', async () => {
    expect(await kubectl('explain', 'pod.spec.containers')).toMatch(/A single application container/);
    expect(await kubectl('explain', 'pdb.spec.minAvailable')).toMatch(/eviction is allowed/i);
    expect(await kubectl('explain', 'node')).toMatch(/KIND: +Node/);
    const deployment = await kubectl('explain', 'deployment.spec');
    expect(deployment).toMatch(/replace existing pods with new\s+ones/);
    expect(deployment).toMatch(/selector\s+<[^>]*> -required-/);
    expect(await kubectl('explain', 'role.rules.verbs')).toMatch(/Verbs is a list of Verbs that apply to ALL/);
    expect(await kubectl('explain', 'cronjob.spec.schedule')).toMatch(/Cron format/);
    const resources = await kubectl('api-resources');
    expect(resources).toMatch(/pods +po +v1 +true +Pod/);
    expect(resources).toMatch(/poddisruptionbudgets +pdb +policy\/v1(beta1)? +true +PodDisruptionBudget/);
    expect(await kubectl('api-versions')).toMatch(/coordination.k8s.io\/v1\n/);
    expect(await kubectl('version', ...(isModern ? [] : ['--short']))).toMatch(/Server Version: v1\.34\.0/);
    expect(await kubectl('get', 'all', '-A')).toMatch(/service\/kubernetes +ClusterIP +10\.96\.0\.1 +<none> +443\/TCP/);
    for (const kind of ['events', 'leases', 'endpoints', 'secrets', 'sa', 'pc', 'ns', 'svc', 'cm'])
      await kubectl('get', kind, '-A');
  });

  story('watches', async () => {
    // What it lists first shows that from now on it misses nothing.
    await client.run(['create', '-n', 'kube-public', '-f', '-'], pod('listed'));
    let listed = (): void => undefined;
    const isListed = new Promise<void>((resolve) => (listed = resolve));
    const printed = client.watch(['get', 'pods', '-w', '-n', 'kube-public', '--output-watch-events'], (text) => {
      if (/ADDED +listed/.test(text)) listed();
      return /DELETED +seen.*\n/.test(text);
    });
    await Promise.race([isListed, printed]);
    await client.run(['create', '-n', 'kube-public', '-f', '-'], pod('seen'));
    await kubectl('wait', '-n', 'kube-public', 'pod/seen', '--for=condition=Ready', '--timeout=240s');
    await kubectl('delete', '-n', 'kube-public', 'pod', 'seen', 'listed');
    const [head, ...all] = (await printed).split('\n');
    const lines = all.filter((line) => line.includes('seen'));
    expect(head).toMatch(/^EVENT +NAME +READY +STATUS/);
    expect(lines[0]).toMatch(/^ADDED +seen +0\/1 +Pending/);
    expect(lines.some((line) => /^MODIFIED +seen +1\/1 +Running/.test(line))).toBe(true);
    expect(lines.some((line) => /^MODIFIED +seen +1\/1 +Terminating/.test(line))).toBe(true);
    expect(lines.find((line) => line.startsWith('DELETED'))).toMatch(/^DELETED +seen/);
  });

  story('ends namespaces with all that is in them', async () => {
    await kubectl('create', 'namespace', 'short-lived');
    await client.run(['create', '-n', 'short-lived', '-f', '-'], pod('inside'));
    await kubectl('create', '-n', 'short-lived', 'configmap', 'c', '--from-literal=a=b');
    await kubectl('delete', 'namespace', 'short-lived', '--timeout=240s');
    expect((await client.try(['get', 'ns', 'short-lived'])).stderr).toMatch(/NotFound/);
    expect((await client.try(['create', '-n', 'short-lived', '-f', '-'], pod('late'))).stderr).toMatch(
      /namespaces "short-lived" not found/,
    );
  });

  story('refuses what is wrong, in the usual words', async () => {
    const wrong = await client.try(
      ['create', '--validate=false', '-f', '-'],
      pod('Bad_Name', { restartPolicy: 'Sometimes' }),
    );
    expect(wrong.stderr).toMatch(/The Pod "Bad_Name" is invalid/);
    expect(wrong.stderr).toMatch(/metadata.name: Invalid value: "Bad_Name"/);
    expect(wrong.stderr).toMatch(/spec.restartPolicy: Unsupported value: "Sometimes"/);
    const unknown = await client.try(['create', '-f', '-'], pod('typo', { nodeNmae: 'x' }));
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(isModern ? /unknown field "spec.nodeNmae"/ : /unknown field "nodeNmae"/);
    await kubectl('create', 'configmap', 'twice');
    expect((await client.try(['create', 'configmap', 'twice'])).stderr).toMatch(
      /\(AlreadyExists\): configmaps "twice" already exists|already exists/,
    );
  });
});
