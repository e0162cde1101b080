import { podOf } from '../../../libs/testing/kit/graphql-pods';
import { startTestGraphqlServer, TEST_START, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { until } from '@orrery/test-services';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const CLOCK = 'clock { now mode rate } events endedBy';

describe('clusters', () => {
  it('keep their objects, revisions and clocks apart', async () => {
    const [one, two] = [await server.cluster({ nodes: 1 }), await server.cluster({ nodes: 2 })];
    await one.mutate('createObject', { object: podOf('p') }, 'object { id }');
    await one.mutate('advanceClock', { by: '1h' }, 'events');
    const state = '{ pods { totalCount } nodes { totalCount } clock { now } }';
    expect(await one.query(state)).toEqual({
      pods: { totalCount: 1 },
      nodes: { totalCount: 1 },
      clock: { now: '2026-03-01T13:00:00.000000Z' },
    });
    expect(await two.query(state)).toEqual({
      pods: { totalCount: 0 },
      nodes: { totalCount: 2 },
      clock: { now: '2026-03-01T12:00:00.000000Z' },
    });
  });

  it('are made, listed and deleted', async () => {
    const { client } = server;
    const input = {
      name: 'own',
      seed: 'abc',
      clock: { mode: 'MANUAL', startAt: TEST_START },
      settings: { bundle: 'k8s-1.20' },
    };
    const made = await client.mutate('createCluster', input, 'cluster { name seed path settings clock { mode } }');
    expect(made).toMatchObject({
      cluster: {
        name: 'own',
        seed: 'abc',
        path: '/clusters/own',
        settings: { bundle: 'k8s-1.20' },
        clock: { mode: 'MANUAL' },
      },
    });
    const { clusters } = await client.query<{ clusters: { name: string }[] }>('{ clusters { name } }');
    expect(clusters.map(({ name }) => name)).toContain('own');
    const again = await client.attempt<{ errors: unknown }>('createCluster', { name: 'own' });
    expect(again.errors).toMatchObject([{ code: 'ALREADY_EXISTS' }]);
    await client.mutate('deleteCluster', { name: 'own' }, 'cluster { name }');
    expect(await client.query('{ cluster(name: "own") { name } }')).toEqual({ cluster: null });
    const gone = await client.attempt<{ errors: unknown }>('deleteCluster', { name: 'own' });
    expect(gone.errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it.each([
    [{ nodes: -1 }, 'nodes must be between 0 and 65000'],
    [{ nodes: 65_001 }, 'nodes must be between 0 and 65000'],
    [{ zones: 0 }, 'zones must be between 1 and 65000'],
  ])('have a size in the range of its field: %j', async (size, message) => {
    const { errors } = await server.client.attempt<{ errors: unknown }>('createCluster', { name: 'odd', ...size });
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message, field: [Object.keys(size)[0]] }]);
  });

  it('end the watches and subscriptions of their clients when they are deleted, and no others', async () => {
    const { client } = server;
    const [going, staying] = [await server.cluster({ nodes: 1 }), await server.cluster({ nodes: 1 })];
    const NODES = 'subscription { nodeEvents { type } }';
    const subscriptions = [going, staying].map((cluster) => cluster.subscribe(NODES));
    await Promise.all(subscriptions.map((each) => each.until((events) => events.length > 0)));
    const clock = going.subscribe('subscription { clockTicked { now } }');
    const watch = await fetch(`${going.url}/api/v1/nodes?watch=1`);
    const ended = watch.text();
    await client.mutate('deleteCluster', { name: going.name }, 'cluster { name }');
    expect([await subscriptions[0]!.ended(), await clock.ended()]).toEqual([[], []]);
    expect((await ended).split('\n')[0]).toContain('"type":"ADDED"');
    const before = subscriptions[1]!.events.length;
    await staying.mutate('addNodes', { name: 'more', count: 1 }, 'nodes { metadata { name } }');
    await subscriptions[1]!.until((events) => events.length > before);
    subscriptions[1]!.stop();
  });

  it('are deleted but for the one at the root of the server', async () => {
    const { errors } = await server.client.attempt<{ errors: unknown }>('deleteCluster', { name: 'default' });
    const message = 'clusters.orrery.dev "default" is forbidden: the default cluster cannot be deleted';
    expect(errors).toMatchObject([{ code: 'FORBIDDEN', message }]);
  });

  test.each([
    [{ foo: 1 }, 'Field "foo" is not defined by type "ClusterSettingsInput"'],
    [{ nodeHeath: {} }, 'Did you mean "nodeHealth"'],
    [{ nodeHealth: { requeu: 'refresh' } }, 'at "input.settings.nodeHealth"; Field "requeu" is not defined'],
    [{ kubelet: { imagePullMs: 4000 } }, 'Did you mean "imagePull"'],
    [{ kubelet: { imagePull: 4000 } }, 'at "input.settings.kubelet.imagePull"'],
    [[1], 'at "input.settings"'],
  ])('have the settings that there are only: %j', async (settings, message) => {
    const query = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
    const { errors } = await server.client.send(query, { input: { name: 'odd', settings } });
    expect(errors).toMatchObject([{ message: expect.stringContaining(message) }]);
    expect(await server.client.query('{ cluster(name: "odd") { name } }')).toEqual({ cluster: null });
  });

  test.each([
    [{ schedulers: { a: { strickt: true } } }, ['schedulers', 'a', 'strickt'], 'unknown setting; did you mean strict?'],
    [
      { machineConfig: { rollOut: 'slow' } },
      ['machineConfig', 'rollOut'],
      'Unsupported value: "slow": supported values: "rolling", "instant"',
    ],
    [
      { descheduler: { policy: '', cron: 'never' } },
      ['descheduler', 'cron'],
      expect.stringContaining('descheduler.cron') as never,
    ],
  ])('have settings that can be used: %j', async (wrong, path, reason) => {
    const settings = { bundle: 'modern', ...wrong };
    const refused = await server.client.attempt<{ errors: unknown }>('createCluster', { name: 'odd', settings });
    const message = typeof reason === 'string' ? expect.stringContaining(reason) : reason;
    expect(refused.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message, field: ['settings', ...path] }]);
  });

  test.each([
    [{ name: 'Upper' }],
    [{ name: '' }],
    [{ name: 'a'.repeat(64) }],
    [{ name: 'ok', nodes: 65_001 }],
    [{ name: 'ok', zones: 0 }],
    [{ name: 'ok', clock: { mode: 'SCALED' } }],
    [{ name: 'ok', clock: { mode: 'SCALED', rate: -1 } }],
    [{ name: 'ok', seed: 'a\0' }],
    [{ name: 'ok', settings: { cloud: { provider: 'b\ud800' } } }],
    [{ name: 'a\0b' }],
  ])('are not made from %j', async (input) => {
    const { errors } = await server.client.attempt<{ errors: unknown }>('createCluster', input);
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
  });

  it.each(['a\0b', 'a\ud800b'])('are not found by %j', async (name) => {
    const query = 'query ($name: String!) { cluster(name: $name) { name } }';
    expect(await server.client.query(query, { name })).toEqual({ cluster: null });
    const { errors } = await server.client.attempt<{ errors: unknown }>('deleteCluster', { name });
    expect(errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  const UPDATED = 'cluster { name settings }';

  it('have settings that can be changed: what is not given stays, null restores the default', async () => {
    const cluster = await server.cluster({ nodes: 1, settings: { bundle: 'k8s-1.20', kubelet: { imagePull: '4s' } } });
    const first = { nodeHealth: { nodeMonitorGracePeriod: '20s' }, kubelet: { containerStart: '2s' } };
    const changed = await cluster.mutate('updateCluster', { settings: first }, UPDATED);
    const settings = { bundle: 'k8s-1.20', ...first, kubelet: { imagePull: '4s', containerStart: '2s' } };
    expect(changed).toMatchObject({ cluster: { name: cluster.name, settings } });
    // By name from the root of the server; what it says again is as it is.
    const second = { bundle: 'k8s-1.20', nodeHealth: null, kubelet: { containerStart: null } };
    const input = { name: cluster.name, seed: 'test', settings: second };
    await server.client.mutate('updateCluster', input, UPDATED);
    expect(await cluster.query('{ cluster { settings } nodeHealth { nodeMonitorGracePeriod } }')).toEqual({
      cluster: { settings: { bundle: 'k8s-1.20', kubelet: { imagePull: '4s' } } },
      nodeHealth: { nodeMonitorGracePeriod: '40s' },
    });
  });

  it('act by changed settings at once, and keep what runs', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    const cloudOf = (initializeAfter: string): object => ({ cloud: { provider: 'external', initializeAfter } });
    const podState = '{ pods { nodes { metadata { name } status { phase containerStatuses { restartCount } } } } }';
    const states = async (): Promise<unknown> =>
      (await cluster.query<{ pods: { nodes: unknown } }>(podState)).pods.nodes;
    const running = (name: string): object => ({
      metadata: { name },
      status: { phase: 'Running', containerStatuses: [{ restartCount: 0 }] },
    });
    await cluster.mutate('createObject', { object: podOf('before') }, 'object { id }');
    await cluster.mutate('advanceClock', { by: '10s' }, 'events');
    await cluster.mutate('updateCluster', { settings: cloudOf('1h') }, UPDATED);
    await cluster.mutate('addNodes', { name: 'waits' }, 'errors { message }');
    await cluster.mutate('updateCluster', { settings: { kubelet: { imagePull: '30s' }, ...cloudOf('5s') } }, UPDATED);
    const spec = { containers: [{ name: 'app', image: 'new' }] };
    await cluster.mutate('createObject', { object: { ...podOf('after'), spec } }, 'object { id }');
    const taints = '{ node(name: "waits") { spec { taints { key } } } }';
    expect(JSON.stringify(await cluster.query(taints))).toContain('cloudprovider');
    await cluster.mutate('advanceClock', { by: '20s' }, 'events');
    expect(JSON.stringify(await cluster.query(taints))).not.toContain('cloudprovider');
    expect(await states()).toEqual([
      expect.objectContaining({ metadata: { name: 'after' }, status: expect.objectContaining({ phase: 'Pending' }) }),
      running('before'),
    ]);
    await cluster.mutate('advanceClock', { by: '20s' }, 'events');
    expect(await states()).toEqual([running('after'), running('before')]);
  });

  it('keep the time from which the intervals of an unchanged schedule count', async () => {
    const cluster = await server.cluster();
    const object = { apiVersion: 'descheduler/v1alpha2', kind: 'DeschedulerPolicy' };
    await cluster.mutate('setDeschedulerSchedule', { object, interval: '10m' }, 'schedule { nextAt }');
    const next = async (settings: object): Promise<unknown> => {
      await cluster.mutate('advanceClock', { by: '3m' }, 'events');
      await cluster.mutate('updateCluster', { settings }, UPDATED);
      const { deschedulerSchedule } = await cluster.query<{ deschedulerSchedule: { nextAt: string } }>(
        '{ deschedulerSchedule { nextAt } }',
      );
      return deschedulerSchedule.nextAt;
    };
    expect(await next({ pressure: { messageVersion: 1 } })).toBe('2026-03-01T12:10:00Z');
    // Settings that a cluster shows can be set again, without a change.
    const shown = await cluster.query<{ cluster: { settings: object } }>('{ cluster { settings } }');
    expect(await next(shown.cluster.settings)).toBe('2026-03-01T12:10:00Z');
    expect(await next({ descheduler: { interval: '20m' } })).toBe('2026-03-01T12:29:00Z');
    expect(await next({ descheduler: { interval: null, cron: '0 * * * *' } })).toBe('2026-03-01T13:00:00Z');
  });

  const AT_CREATION = 'Forbidden: can be chosen only when the cluster is created';
  test.each([
    [{ settings: { bundle: 'okd-legacy' } }, 'IMMUTABLE', ['settings', 'bundle'], `settings.bundle: ${AT_CREATION}`],
    [{ seed: 'other' }, 'IMMUTABLE', ['seed'], `seed: ${AT_CREATION}`],
    [
      { clock: { mode: 'MANUAL', startAt: TEST_START } },
      'IMMUTABLE',
      ['clock'],
      `clock: ${AT_CREATION}; setClockMode sets mode and rate of its clock`,
    ],
    [{ nodes: 3 }, 'IMMUTABLE', ['nodes'], `nodes: ${AT_CREATION}; addNodes adds nodes`],
    [
      { settings: { nodeHealth: { unhealthyZoneThreshold: 55 } } },
      'INVALID',
      ['settings', 'nodeHealth', 'unhealthyZoneThreshold'],
      'settings.nodeHealth.unhealthyZoneThreshold: Invalid value: 55: must be between 0 and 1',
    ],
    [
      { settings: { schedulers: { a: { strickt: true } } } },
      'INVALID',
      ['settings', 'schedulers', 'a', 'strickt'],
      'settings.schedulers[a].strickt: unknown setting; did you mean strict?',
    ],
    [{ name: 'nowhere' }, 'NOT_FOUND', undefined, 'clusters.orrery.dev "nowhere" not found'],
  ])('are not changed by %j', async (change, code, field, message) => {
    const cluster = await server.cluster({ settings: { kubelet: { imagePull: '4s' } } });
    const refused = await cluster.attempt<{ errors: unknown }>('updateCluster', change);
    expect(refused.errors).toEqual([expect.objectContaining({ code, message, ...(field ? { field } : {}) })]);
    expect(await cluster.query('{ cluster { settings } }')).toEqual({
      cluster: { settings: { kubelet: { imagePull: '4s' } } },
    });
  });

  it('are changed in one piece: what can be used is not taken from a change that is refused', async () => {
    const cluster = await server.cluster();
    const settings = { kubelet: { imagePull: '9s', sandbox: '-1s' }, nodeHealth: { requeue: 'never' } };
    const input = { seed: 'other', settings };
    const { errors } = await cluster.attempt<{ errors: { message: string }[] }>('updateCluster', input);
    expect(errors.map(({ message }) => message)).toEqual([
      `seed: ${AT_CREATION}`,
      'settings.kubelet.sandbox: Invalid value: "-1s": must not be negative',
      'settings.nodeHealth.requeue: Unsupported value: "never": supported values: "refresh", "duplicate"',
    ]);
    expect(await cluster.query('{ cluster { settings } }')).toEqual({ cluster: { settings: {} } });
  });

  it('keep no setting that cannot be stored', async () => {
    const cluster = await server.cluster();
    const object = { admissionConfig: { pluginConfig: { 'a\0': { configuration: {} } } } };
    const { errors } = await cluster.attempt<{ errors: unknown }>('setAdmissionConfig', { object });
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^(?:INVALID|NOT_SUPPORTED)$/) }]);
    const policy = { object: { kind: 'Policy', apiVersion: 'v1', comment: 'a\0' }, lenient: true };
    const kept = await cluster.attempt<{ errors: unknown }>('setSchedulerConfig', policy);
    expect(kept.errors).toMatchObject([{ code: 'INVALID', cause: expect.stringContaining('NUL') }]);
  });

  it('that do not exist are an error of what needs one', async () => {
    const response = await fetch(`${server.url}/clusters/nowhere/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ pods { totalCount } }' }),
    });
    expect(await response.json()).toMatchObject({
      errors: [
        { message: 'clusters.orrery.dev "nowhere" not found', extensions: { code: 'NOT_FOUND', reason: 'NotFound' } },
      ],
    });
  });
});

describe('the clock', () => {
  it('stands, is advanced, runs faster and stands again', async () => {
    const cluster = await server.cluster();
    const advanced = await cluster.mutate('advanceClock', { to: '2026-03-01T12:00:30Z' }, CLOCK);
    expect(advanced).toMatchObject({
      clock: { now: '2026-03-01T12:00:30.000000Z', mode: 'MANUAL', rate: 0 },
      endedBy: 'TIME',
    });
    expect(await cluster.mutate('resumeClock', { rate: 1000 }, CLOCK)).toMatchObject({
      clock: { mode: 'SCALED', rate: 1000 },
    });
    const running = await cluster.attempt<{ errors: unknown }>('advanceClock', { by: '1s' });
    expect(running.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringContaining('pause it') }]);
    const { clock } = await cluster.mutate<{ clock: { now: string; mode: string } }>('pauseClock', {}, CLOCK);
    expect(clock.mode).toBe('MANUAL');
    expect(clock.now >= '2026-03-01T12:00:30').toBe(true);
    expect(await cluster.query('{ clock { now } }')).toEqual({ clock: { now: clock.now } });
    expect(await cluster.mutate('setClockMode', { mode: 'REALTIME' }, CLOCK)).toMatchObject({
      clock: { mode: 'REALTIME', rate: 1 },
    });
  });

  it.each(['pauseClock', 'resumeClock'])(
    '%s ends an advance that would take for ever, at an instant that is whole',
    async (change) => {
      const cluster = await server.cluster({ nodes: 1 });
      const endless = cluster.attempt<{ errors: unknown }>('advanceClock', { by: '1000000h' });
      const behind = cluster.attempt<{ errors: unknown }>('advanceClock', { by: '1000000h' });
      await until('time passes', async () => {
        const { clock } = await cluster.query<{ clock: { now: string } }>('{ clock { now } }');
        return clock.now > '2026-03-01T12:05:00';
      });
      await cluster.mutate(change, {}, 'clock { mode }');
      const refused = { code: 'BAD_USER_INPUT', message: 'the clock was set while it was advanced by hand' };
      for (const { errors } of await Promise.all([endless, behind])) expect(errors).toMatchObject([refused]);
      await cluster.mutate('pauseClock', {}, 'clock { mode }');
      const now = async (): Promise<number> =>
        Date.parse((await cluster.query<{ clock: { now: string } }>('{ clock { now } }')).clock.now);
      const before = await now();
      expect(await cluster.mutate('advanceClock', { by: '1m' }, CLOCK)).toMatchObject({ endedBy: 'TIME' });
      expect((await now()) - before).toBe(60_000);
    },
  );

  it('goes on until nothing but heartbeats happens', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.mutate('createObject', { object: podOf('p') }, 'object { id }');
    const idle = await cluster.mutate<{ clock: { now: string } }>(
      'advanceClock',
      { untilIdle: true, idleFor: '30s' },
      CLOCK,
    );
    expect(idle).toMatchObject({ endedBy: 'IDLE' });
    expect(idle.clock.now < '2026-03-01T12:02:00').toBe(true);
    expect(await cluster.query('{ pod(name: "p") { status { phase } } }')).toEqual({
      pod: { status: { phase: 'Running' } },
    });
    const few = await cluster.mutate('advanceClock', { by: '1h', maxEvents: 3 }, CLOCK);
    expect(few).toMatchObject({ events: 3, endedBy: 'MAX_EVENTS' });
  });

  it('goes to the next instant at which anything is due', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.mutate('advanceClock', { by: '61s' }, CLOCK);
    // A health pass, then the heartbeats and the pass of the same instant; the next pass would find nothing to do.
    for (const seconds of ['05', '10', '20']) {
      expect(await cluster.mutate('advanceClock', { toNextEvent: true }, CLOCK)).toMatchObject({
        clock: { now: `2026-03-01T12:01:${seconds}.000000Z` },
        endedBy: 'EVENT',
      });
    }
    const none = await cluster.mutate('advanceClock', { toNextEvent: true, by: '2s' }, CLOCK);
    expect(none).toMatchObject({ clock: { now: '2026-03-01T12:01:22.000000Z' }, events: 0, endedBy: 'TIME' });
  });

  it('goes on until something is so', async () => {
    const cluster = await server.cluster({ nodes: 3 });
    await cluster.mutate('advanceClock', { by: '60s' }, CLOCK);
    await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'nodes');
    const isUnknown = { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } };
    const lost = [{ kind: 'Node', name: 'node-1', matches: isUnknown }];
    // The last renewal is that of 60 s; a node is lost when it has been silent for longer than 50 s.
    const found = { clock: { now: '2026-03-01T12:01:55.000000Z' }, endedBy: 'CONDITION' };
    expect(await cluster.mutate('advanceClock', { until: lost }, CLOCK)).toMatchObject(found);
    // It is so already.
    expect(await cluster.mutate('advanceClock', { until: lost }, CLOCK)).toMatchObject({ ...found, events: 0 });
    const allLost = [{ kind: 'Node', matches: isUnknown, count: 3 }];
    const limited = await cluster.mutate('advanceClock', { until: allLost, by: '10s' }, CLOCK);
    expect(limited).toMatchObject({ clock: { now: '2026-03-01T12:02:05.000000Z' }, endedBy: 'TIME' });
  });

  test.each([
    [{}],
    [{ until: [] }],
    [{ until: [{ kind: 'Nonsense' }] }],
    [{ until: [{ kind: 'Node', count: -1 }] }],
    [{ until: [{ kind: 'Node' }], toNextEvent: true }],
    [{ by: '1s', to: TEST_START }],
    [{ by: '-1s' }],
    [{ to: '2020-01-01T00:00:00Z' }],
    [{ by: '1s', maxEvents: 0 }],
    [{ untilIdle: true, idleFor: '-1m' }],
  ])('does not advance by %j', async (input) => {
    const cluster = await server.cluster();
    const { errors } = await cluster.attempt<{ errors: unknown }>('advanceClock', input);
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
    await server.client.mutate('deleteCluster', { name: cluster.name }, 'cluster { name }');
  });
});
