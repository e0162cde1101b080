import { PodView } from '../cluster/cluster-views';
import { pod } from '../testing/descheduled';
import { evictionBody } from './eviction-body';

test.each([
  { gracePeriodSeconds: undefined, deleteOptions: { preconditions: { uid: 'p1' } } },
  { gracePeriodSeconds: 0, deleteOptions: { preconditions: { uid: 'p1' }, gracePeriodSeconds: 0 } },
])('an eviction says who asks for it and why, with grace period $gracePeriodSeconds', (expected) => {
  const cause = {
    pod: new PodView(pod('p1', 'n1'), undefined),
    profile: 'main',
    strategy: 'PodLifeTime',
    reason: 'old',
  };
  expect(evictionBody(cause, expected.gracePeriodSeconds)).toEqual({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: {
      name: 'p1',
      namespace: 'default',
      annotations: { reason: 'triggered by main/PodLifeTime: old', 'requested-by': 'sigs.k8s.io/descheduler' },
    },
    deleteOptions: expected.deleteOptions,
  });
});
