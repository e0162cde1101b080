import { NODE_HEALTH_BUNDLES, nodeHealthSettings } from './settings';
import { readNodeHealthSettings, writeNodeHealthSettings } from './settings-document';

it('reads every parameter in the notation of the controller manager', () => {
  const document = {
    nodeMonitorPeriod: '2s',
    nodeMonitorGracePeriod: '1m',
    nodeStartupGracePeriod: '1m30s',
    podEvictionTimeout: '10m',
    nodeEvictionRate: 0.5,
    secondaryNodeEvictionRate: 0,
    largeClusterSizeThreshold: 20,
    unhealthyZoneThreshold: 0.7,
    enableTaintManager: false,
    requeue: 'duplicate',
    timerRecompute: 'min',
    excludeMasterByName: true,
    disruptionTargetCondition: null,
  };
  const { ok } = readNodeHealthSettings(document);
  expect(ok).toEqual({
    nodeMonitorPeriodMs: 2_000,
    nodeMonitorGracePeriodMs: 60_000,
    nodeStartupGracePeriodMs: 90_000,
    podEvictionTimeoutMs: 600_000,
    nodeEvictionRate: 0.5,
    secondaryNodeEvictionRate: 0,
    largeClusterSizeThreshold: 20,
    unhealthyZoneThreshold: 0.7,
    enableTaintManager: false,
    requeue: 'duplicate',
    timerRecompute: 'min',
    excludeMasterByName: true,
  });
  expect(readNodeHealthSettings(writeNodeHealthSettings(nodeHealthSettings('modern', ok))).ok).toMatchObject(ok!);
});

test.each(Object.entries(NODE_HEALTH_BUNDLES))('what %s says reads as it is', (_name, bundle) => {
  const { remembersDeletedPods: _inner, taintManagerComponent: _name2, ...knobs } = bundle;
  expect(readNodeHealthSettings(writeNodeHealthSettings(bundle)).ok).toEqual(knobs);
});

test.each([
  [{ nodeMonitorPeriod: '0s' }, 'nodeMonitorPeriod', 'Invalid value: "0s": must be a positive duration'],
  [{ nodeMonitorPeriod: 5 }, 'nodeMonitorPeriod', 'Invalid value: 5: must be a duration such as "40s"'],
  [{ podEvictionTimeout: '-5m' }, 'podEvictionTimeout', 'Invalid value: "-5m": must be a positive duration'],
  [{ nodeEvictionRate: -0.1 }, 'nodeEvictionRate', 'Invalid value: -0.1: must not be negative'],
  [{ nodeEvictionRate: '0.1' }, 'nodeEvictionRate', 'Invalid value: "0.1": must be a number'],
  [{ largeClusterSizeThreshold: 1.5 }, 'largeClusterSizeThreshold', 'Invalid value: 1.5: must be a whole number'],
  [{ unhealthyZoneThreshold: 55 }, 'unhealthyZoneThreshold', 'Invalid value: 55: must be between 0 and 1'],
  [{ enableTaintManager: 'no' }, 'enableTaintManager', 'Invalid value: "no": must be true or false'],
  [{ requeue: 'twice' }, 'requeue', 'Unsupported value: "twice": supported values: "refresh", "duplicate"'],
  [{ nodeMonitorPeriodMs: 5000 }, 'nodeMonitorPeriodMs', 'unknown field; did you mean nodeMonitorPeriod?'],
  [JSON.parse('{"__proto__": {}}'), '__proto__', 'unknown field'],
  [[], '', 'Invalid value: must be an object'],
])('%j is refused', (document, field, reason) => {
  expect(readNodeHealthSettings(document).errors).toEqual([{ field, reason }]);
});

it('tells of everything that is wrong', () => {
  const document = { nodeMonitorPeriod: '0s', unhealthyZoneThreshold: 2 };
  expect(readNodeHealthSettings(document).errors?.map(({ field }) => field)).toEqual([
    'nodeMonitorPeriod',
    'unhealthyZoneThreshold',
  ]);
});
