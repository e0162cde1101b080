import type { KubeObject } from '../../objects';
import { alignStatus, preparePod } from './strategy';

const pod = (fields: object): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { hash: '1' } }, ...fields }) as never;

describe('a new pod', () => {
  const spread = {
    topologyKey: 'zone',
    labelSelector: { matchLabels: { app: 'x' } },
    matchLabelKeys: ['hash', 'absent'],
  };
  const prepared = (release?: 'k8s-1.20') => {
    const object = pod({ spec: { topologySpreadConstraints: [spread], terminationGracePeriodSeconds: -1 } });
    preparePod(object, release);
    return object.spec as { topologySpreadConstraints: object[]; terminationGracePeriodSeconds: number };
  };

  test('has the values of label keys in the selectors of its spread constraints', () => {
    const matchExpressions = [{ key: 'hash', operator: 'In', values: ['1'] }];
    expect(prepared().topologySpreadConstraints).toEqual([
      { ...spread, labelSelector: { matchLabels: { app: 'x' }, matchExpressions } },
    ]);
  });

  test('has the shortest period in place of a negative one', () => {
    expect(prepared().terminationGracePeriodSeconds).toBe(1);
  });

  test('keeps both in 1.20', () => {
    expect(prepared('k8s-1.20')).toEqual({ topologySpreadConstraints: [spread], terminationGracePeriodSeconds: -1 });
  });
});

describe('a written status', () => {
  const aligned = (status: object) => {
    const next = pod({ status });
    alignStatus(next, pod({ status: { qosClass: 'BestEffort' } }));
    return next.status;
  };

  test('has the address that counts in its list', () => {
    expect(aligned({ podIP: '1.2.3.4', podIPs: [{ ip: 'x' }] })).toMatchObject({ podIPs: [{ ip: '1.2.3.4' }] });
  });

  test('keeps the class; another one is for validation to refuse', () => {
    expect(aligned({})).toEqual({ qosClass: 'BestEffort' });
    expect(aligned({ qosClass: 'Guaranteed' })).toEqual({ qosClass: 'Guaranteed' });
  });
});
