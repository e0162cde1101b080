import type { PluginHandle } from '@orrery/scheduling';
import type { PluginRegistry } from '@orrery/scheduling';
import { readMaxVolumes, withMaxVolumes } from './max-volumes';

test.each([
  ['7', 7],
  ['0', undefined],
  ['-1', undefined],
  ['many', undefined],
  ['', undefined],
  [undefined, undefined],
])('KUBE_MAX_PD_VOLS=%p means %p', (text, want) => {
  expect(readMaxVolumes(text)).toBe(want);
});

test('the plugins that count disks are given it, unless their arguments say otherwise', () => {
  const seen: unknown[] = [];
  const note = (args: unknown): never => {
    seen.push(args);
    return {} as never;
  };
  const names = ['EBSLimits', 'GCEPDLimits', 'AzureDiskLimits', 'CinderLimits', 'NodeName'];
  const registry: PluginRegistry = Object.fromEntries(names.map((name) => [name, note]));
  const limited = withMaxVolumes(registry, 7);
  const handle = {} as PluginHandle;
  for (const name of names) limited[name]!(undefined, handle, name);
  limited['EBSLimits']!({ maxVolumes: 3 }, handle, 'EBSLimits');
  const given = { maxVolumes: 7 };
  expect(seen).toEqual([given, given, given, given, undefined, { maxVolumes: 3 }]);
  expect(withMaxVolumes(registry, undefined)).toBe(registry);
});
