import { asking, manifest, pod, type Document } from './walk';

const DISABLED = 'kubernetesMasterConfig: { schedulerArgs: { disablePreemption: "true" } }';
const all = asking({ cpu: '3' });

/** Including pod priority in pod scheduling decisions. */
export const priority: Document = {
  title: 'pod priority and preemption',
  setting: { bundle: 'okd-legacy', nodes: [{ name: 'n', capacity: { cpu: '4', memory: '16Gi' } }] },
  run: async (walk) => {
    await walk.step('Pod priority classes', 'the sample object, and the two reserved classes', async () => {
      await walk.oc('create -f -', manifest('high-priority.yaml'));
      const classes = await walk.oc('get priorityclasses -o jsonpath={range.items[*]}{.metadata.name}={.value};{end}');
      expect(classes.split(';').sort()).toEqual([
        '',
        'high-priority=1000000',
        'system-cluster-critical=2000000000',
        'system-node-critical=2000001000',
      ]);
      const tooHigh = manifest('high-priority.yaml').replace('1000000', '1000000001');
      await walk.refused('create -f -', tooHigh.replace('name: high-priority', 'name: too-high'));
    });
    await walk.step(
      'Pod priority names',
      'a class that is not found is refused; ours resolves to 1000000',
      async () => {
        const { stderr } = await walk.refused('create -f -', pod('lost', { priorityClassName: 'nowhere' }));
        expect(stderr).toContain('nowhere');
        await walk.oc('create -f -', manifest('nginx-high-priority.yaml'));
        expect(await walk.field('pod/nginx', '.spec.priority')).toBe('1000000');
      },
    );
    await walk.step('Typical preemption scenario', 'pod P takes the place of a pod of lower priority', async () => {
      await walk.oc(
        'create -f -',
        pod('low', { ...all, terminationGracePeriodSeconds: 600 }, { 'orrery.dev/stop-after': 'never' }),
      );
      await walk.pass('10s');
      await walk.oc('create -f -', pod('p', { ...all, priorityClassName: 'high-priority' }));
      await walk.pass('10s');
      expect(await walk.field('pod/p', '.status.nominatedNodeName')).toBe('n');
    });
    await walk.step('Graceful termination', 'the victim has its period; then pod P is placed', async () => {
      expect(await walk.field('pod/low', '.metadata.deletionGracePeriodSeconds')).toBe('600');
      await walk.pass('11m');
      expect(await walk.field('pod/p', '.spec.nodeName')).toBe('n');
      await walk.refused('get pod low');
    });
    await walk.step(
      'Disabling priority and preemption',
      'master-config.yaml and restart, here the mutation',
      async () => {
        await walk.oc('delete pod p --wait=false');
        await walk.pass('1m');
        await walk.oc('create -f -', pod('second', all));
        await walk.pass('10s');
        await walk.configure('setAdmissionConfig', { yaml: DISABLED }, 'config { plugins }');
        await walk.oc('create -f -', pod('waiting', { ...all, priorityClassName: 'high-priority' }));
        await walk.pass('1m');
        expect(await walk.field('pod/waiting', '.status.phase')).toBe('Pending');
        expect(await walk.field('pod/second', '.status.phase')).toBe('Running');
      },
    );
  },
};
