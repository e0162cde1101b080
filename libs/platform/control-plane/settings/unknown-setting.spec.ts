import { withNearestNames } from './unknown-setting';

test.each([
  ['clusterCIDR', 'unknown setting; did you mean clusterCIDRs?'],
  ['zzz', 'unknown setting'],
  ['clusterCIDRs', 'wrong'],
  ['clusterCIDRs[0]', 'wrong'],
  ['clusterCIDRs.inner', 'wrong'],
  ['', 'wrong'],
])('an error at %j says %j', (field, reason) => {
  expect(withNearestNames([{ field, reason: 'wrong' }], ['clusterCIDRs'])).toEqual([{ field, reason }]);
});
