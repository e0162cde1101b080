import { PolicyDialect } from '../scheduler-settings';
import { legacyFilterName, legacyScoreName } from './legacy-name-of';

const { Guide, V1_20 } = PolicyDialect;

test.each([
  ['the one that is listed', 'NodeResourcesFit', V1_20, ['GeneralPredicates'], 'GeneralPredicates'],
  ['as it is spelled', 'NodePorts', V1_20, ['PodFitsPorts'], 'PodFitsPorts'],
  ['the most specific if none is', 'NodeResourcesFit', V1_20, [], 'PodFitsResources'],
  ['its own name', 'NodeLabel/RackWanted', Guide, ['RackWanted'], 'RackWanted'],
  ['nothing for what no Policy knows', 'SchedulingGates', Guide, [], undefined],
])('a filter is called %s', (_what, plugin, dialect, listed, want) => {
  expect(legacyFilterName(plugin, dialect, listed)).toBe(want);
});

test.each([
  ['the one that is listed', 'PodTopologySpread', V1_20, ['EvenPodsSpreadPriority'], 'EvenPodsSpreadPriority'],
  ['the first known if none is', 'ImageLocality', V1_20, [], 'ImageLocalityPriority'],
  ['by dialect', 'SelectorSpread', Guide, [], 'SelectorSpreadPriority'],
  ['its own name', 'ServiceAffinity/ZoneSpread', Guide, [], 'ZoneSpread'],
  ['nothing for what no Policy knows', 'VolumeBinding', Guide, [], undefined],
])('a score is called %s', (_what, plugin, dialect, listed, want) => {
  expect(legacyScoreName(plugin, dialect, listed)).toBe(want);
});
