import {
  NODE_HEALTH_BUNDLES,
  nodeHealthSettings,
  validateNodeHealthSettings,
  type NodeHealthSettings,
} from './settings';

describe('bundles', () => {
  test.each([
    ['okd-legacy', 40_000, true, false, 'taint-controller'],
    ['k8s-1.20', 40_000, true, false, 'taint-controller'],
    ['modern', 50_000, false, true, 'taint-eviction-controller'],
  ] as const)('%s', (bundle, graceMs, mastersByName, disruptionTarget, component) => {
    const settings = NODE_HEALTH_BUNDLES[bundle];
    expect(settings.nodeMonitorGracePeriodMs).toBe(graceMs);
    expect(settings.excludeMasterByName).toBe(mastersByName);
    expect(settings.disruptionTargetCondition).toBe(disruptionTarget);
    expect(settings.taintManagerComponent).toBe(component);
    expect(Object.isFrozen(settings)).toBe(true);
    expect(validateNodeHealthSettings(settings)).toEqual([]);
  });
  it('is modern by default, each knob overridden alone', () => {
    expect(nodeHealthSettings(undefined, { nodeEvictionRate: 1 })).toEqual({
      ...NODE_HEALTH_BUNDLES.modern,
      nodeEvictionRate: 1,
    });
  });
});

test.each([
  [{ nodeMonitorPeriodMs: 0 }, 'nodeMonitorPeriodMs', 'error'],
  [{ nodeMonitorGracePeriodMs: -1 }, 'nodeMonitorGracePeriodMs', 'error'],
  [{ nodeStartupGracePeriodMs: Number.NaN }, 'nodeStartupGracePeriodMs', 'error'],
  [{ nodeEvictionRate: -0.1 }, 'nodeEvictionRate', 'error'],
  [{ secondaryNodeEvictionRate: Number.POSITIVE_INFINITY }, 'secondaryNodeEvictionRate', 'error'],
  [{ unhealthyZoneThreshold: 1.01 }, 'unhealthyZoneThreshold', 'error'],
  [{ unhealthyZoneThreshold: -0.01 }, 'unhealthyZoneThreshold', 'error'],
  [{ nodeMonitorGracePeriodMs: 10_000 }, 'nodeMonitorGracePeriodMs', 'warning'],
] as [Partial<NodeHealthSettings>, string, string][])('%j: %s is an %s', (overrides, field, severity) => {
  const problems = validateNodeHealthSettings(nodeHealthSettings('modern', overrides));
  expect(problems).toContainEqual(expect.objectContaining({ field, severity }));
});
