import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../../apps/console/src/model/actions/commands';
import { nodesPreset, podsInput, PODS_PRESET } from '../../../apps/console/src/model/actions/creation';
import { pasted } from '../../../apps/console/src/model/actions/pasted';
import {
  configurationCommand,
  Configured,
  previewCommand,
  removalCommand,
} from '../../../apps/console/src/model/editor/configurations';
import { saveCommands } from '../../../apps/console/src/model/editor/saving';
import { bulkCommands, type BulkAction } from '../../../apps/console/src/model/objects/bulk';
import { execCommand, logsCommand } from '../../../apps/console/src/model/objects/pod-commands';
import { rowsOf } from '../../../apps/console/src/model/objects/table';
import { ruleCommand } from '../../../apps/console/src/model/faults/api-rules';
import { FAULT_CHOICES, faultCommand, faultInput } from '../../../apps/console/src/model/faults/fault-palette';

import { allLessons } from './all-lessons';
import { clientBinary } from '../../../libs/testing/services/clients/binaries';
import { wrongWith } from './command-check';

const CONSOLE = 'apps/console/src';
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
const read = { ...object, metadata: { name: 'a', resourceVersion: '7' } };
const taint = { key: 'dedicated', value: 'batch', effect: 'NoSchedule' } as const;
const matches = { status: { conditions: [{ type: 'Ready', status: 'True' }] } };
const until = { kind: 'Pod', apiVersion: 'v1', name: 'web', namespace: 'default', matches };
const onNode = (choice: (typeof FAULT_CHOICES)[number]) =>
  faultCommand(faultInput(choice, { kind: 'node', name: 'n' }, 30)!);

/** Commands for two objects of a kind of its own group, and one without a namespace. */
const bulk = (action: BulkAction): readonly string[] => {
  const kind = { name: 'deployments', kind: 'Deployment', group: 'apps', namespaced: true };
  const objects = [{ name: 'a', namespace: 'shop' }, { name: 'b', namespace: 'shop' }, { name: 'c' }];
  const rows = rowsOf({ rows: objects.map((metadata) => ({ cells: [], object: { metadata } })) }, undefined);
  return bulkCommands({ ...kind, apiVersions: ['apps/v1'], verbs: [], subresources: [] }, rows, action);
};

/** Commands equivalent to each mutation of the console, for everything that its pages can send. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  addApiFault: [
    ruleCommand({
      name: 'busy',
      verbs: 'list, watch',
      resources: 'pods',
      userAgents: 'operator/*',
      code: '429',
      times: '3',
    }),
    ruleCommand({ name: 'slow', latency: '2s', watchLifetime: '10s' }),
  ],
  addNodes: [
    commands.addNodes({ ...nodesPreset([]) }),
    commands.addNodes({ name: 'big', count: '2', zones: 'zone-1,zone-2' }),
  ],
  addPods: [
    commands.addPods({ ...podsInput(PODS_PRESET) }),
    commands.addPods({ ...podsInput({ name: 'a', count: '3', image: '', cpu: '', memory: '' }) }),
  ],
  addTaint: [commands.taint('n', taint), commands.taint('n', { ...taint, value: '' })],
  advanceClock: [
    commands.advanceClock({ by: '1m' }),
    commands.advanceClock({ toNextEvent: true }),
    commands.advanceClock({ untilIdle: true }),
    commands.advanceClock({ until: [until] }),
  ],
  applyObject: [...saveCommands([object], true), commands.applyText('a: 1\n')],
  clearFaults: [commands.clearFaults(['n']), commands.clearZone('zone-1'), commands.clearAllFaults()],
  cordonNode: [commands.cordon('n')],
  createCluster: [
    commands.createCluster({ name: 'shop', nodes: '4', zones: '3', 'clock.mode': 'MANUAL', seed: 'a seed' }),
    commands.createCluster({ name: 'shop', nodes: '4', 'clock.mode': 'SCALED', 'clock.rate': '60', seed: '' }),
    commands.createCluster({ name: 'shop', 'clock.mode': 'AUTO', 'settings.bundle': 'k8s-1.20' }),
  ],
  deleteCluster: [commands.deleteCluster('shop')],
  deleteObject: [commands.deletePod('default', 'web'), ...bulk({ verb: 'delete' })],
  deleteSnapshot: [commands.deleteSnapshot('shop-1')],
  drainNode: [commands.drain('n')],
  evictPod: [commands.evict('default', 'web')],
  forkCluster: [commands.forkCluster('shop', 'other'), commands.forkCluster('shop', 'other', '17')],
  injectFault: [
    commands.fault(['n'], 'POWER_OFF'),
    commands.faultOfZone('zone-1', 'PARTITION'),
    ...FAULT_CHOICES.map(onNode),
  ],
  patchObject: bulk({ verb: 'scale', replicas: 3 }),
  pauseClock: [commands.pauseClock()],
  removeApiFault: [commands.removeRule('busy')],
  removeTaint: [commands.untaint('n', taint)],
  restoreSnapshot: [commands.restoreSnapshot('shop-1', 'again')],
  rewindCluster: [commands.rewindCluster('shop', '17')],
  runScenario: [commands.runScenario()],
  saveSnapshot: [commands.saveSnapshot('shop', 'shop-1', true), commands.saveSnapshot('shop', 'shop-1', false)],
  scale: [commands.scale({ kind: 'StatefulSet', name: 'db', namespace: 'shop' }, 3)],
  setClockMode: [commands.clockMode('AUTO'), commands.clockMode('SCALED', 60), commands.clockMode('REALTIME')],
  setDeschedulerSchedule: [configurationCommand(Configured.Descheduler, '5m'), removalCommand(Configured.Descheduler)],
  setLabels: bulk({ verb: 'label', changes: { tier: 'front end', 'a.io/old': null } }),
  setSchedulerConfig: [configurationCommand(Configured.Scheduler, ''), removalCommand(Configured.Scheduler)],
  tryDescheduler: [previewCommand(Configured.Descheduler)],
  uncordonNode: [commands.uncordon('n')],
  updateObject: saveCommands([read], false),
};

/** Commands equivalent to actions of the console that are not mutations. */
const BESIDE: readonly string[] = [
  commands.compare('shop', 'shop@-10m', 'Pod'),
  commands.downloadSnapshot('shop-1', 'shop-1.orrery.gz'),
  commands.exportAll('shop'),
  commands.exportKind('shop', 'ConfigMap'),
  execCommand({ name: 'web', namespace: 'shop', container: 'c' }, 'sh'),
  logsCommand({ name: 'web', container: 'c' }),
  logsCommand({ name: 'web', container: 'c' }, 'follow'),
  logsCommand({ name: 'web', container: 'c' }, 'previous'),
  commands.importFiles(["Anna's state.json", 'b.yaml'], 'shop'),
  commands.uploadSnapshot('shop-1', 'shop-1.orrery.gz'),
  previewCommand(Configured.Scheduler),
  ...allLessons().flatMap(({ steps }) => steps.flatMap((step) => step.commands)),
];

describe('commands that do the same as the console', () => {
  it('are there for each of its mutations', () => {
    const texts = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(generated|spec)\./.test(file))
      .map((file) => readFileSync(join(CONSOLE, file), 'utf8'));
    const used = texts.flatMap((text) => [...text.matchAll(/\b([A-Z]\w+)Mutation\b/g)].map(([, name]) => name!));
    const mutations = new Set(used.map((name) => `${name[0]!.toLowerCase()}${name.slice(1)}`));
    expect(Object.keys(SAME).sort()).toEqual([...mutations].sort());
  });

  it.each(Object.values(SAME).flat().concat(BESIDE))('%s', (command) =>
    expect(wrongWith(pasted(command, { origin: 'https://orrery.example:8443', cluster: 'shop' }))).toBeUndefined(),
  );

  it.each(Object.values(SAME).flat().concat(BESIDE))(
    '%s names its server, and has no word to replace for it',
    (command) => {
      const text = pasted(command, { origin: 'https://orrery.example:8443', cluster: 'shop' });
      if (/^(kubectl|orrery) /.test(text)) expect(text).toMatch(/ --server https:\/\/orrery\.example:8443/);
      expect(text).not.toMatch(/\bHOST\b/);
    },
  );

  it.each([
    'orrery cluster burn shop',
    'orrery fork shop --name a b',
    'mutation { pauseClock(input: { for: "1m" }) { errors { message } } }',
    'mutation { pauseClock(input: {}) { errors { message }',
  ])('%s is refused, so that the check says something', (command) => expect(wrongWith(command)).toBeDefined());

  // A machine that cannot have kubectl skips this by name.
  (clientBinary('kubectl') === undefined ? it.skip : it)('a wrong option of kubectl is refused', () => {
    expect(wrongWith('kubectl cordon n --gently')).toBeDefined();
  });
});
