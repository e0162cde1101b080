const { clusterTest } = require('@orrery-dev/orrery/jest');
const { RefusedError } = require('@orrery-dev/orrery');

describe('a group', () => {
  clusterTest('knows the classes of the package', { nodes: 1 }, async (cluster) => {
    await expect(cluster.until({ kind: 'Pod', name: 'none' }, '5s')).rejects.toThrow(RefusedError);
  });

  clusterTest('fails on purpose', async () => {
    throw new Error('this is meant');
  });
});
