import { SimulatedStore } from '../testing/simulated-store';
import { missingImageError } from './missing-images';

test.each([
  ['nginx', undefined],
  ['nginx:1.19', undefined],
  ['foo:non-existent', 'docker.io/library/foo:non-existent: not found'],
  ['team/webserver:404', 'docker.io/team/webserver:404: not found'],
  ['registry.k8s.io/webserver:404', 'registry.k8s.io/webserver:404: not found'],
  ['invalid.registry.k8s.io/invalid/alpine:3.1', 'lookup invalid.registry.k8s.io: no such host'],
  ['registry.invalid:5000/alpine', 'lookup registry.invalid: no such host'],
  ['registry:5000/404', undefined],
  ['invalid/app:1', undefined],
  ['app@sha256:404', undefined],
])('pulling %s', (image, error) => {
  expect(missingImageError(image)).toEqual(error && expect.stringMatching(new RegExp(`${error}$`)));
});

describe('a container of an image that does not exist', () => {
  const containers = [{ name: 'app', image: 'foo:non-existent' }];
  const waitingOf = (store: SimulatedStore) => store.pod('web').status!.containerStatuses![0]!.state!.waiting;

  it('waits between pulls that fail', () => {
    const store = new SimulatedStore().addNode('n1').addPod('web', { containers }).runUntil(1_000);
    expect(waitingOf(store)).toEqual({ reason: 'ErrImagePull', message: missingImageError('foo:non-existent') });
    expect(waitingOf(store.runUntil(5_000))!.reason).toBe('ImagePullBackOff');
    expect(store.runUntil(600_000).pod('web').status!.phase).toBe('Pending');
  });

  it('runs where the node has the image, and where its behaviour lets the pull succeed later', () => {
    const overrides = { presentImages: ['foo:non-existent'] };
    const having = new SimulatedStore({ overrides }).addNode('n1').addPod('web', { containers }).runUntil(5_000);
    expect(having.pod('web').status!.phase).toBe('Running');
    const later = { 'orrery.dev/pull-error': 'busy', 'orrery.dev/pull-failures': '1' };
    const store = new SimulatedStore().addNode('n1').addPod('web', { containers }, later).runUntil(1_000);
    expect(waitingOf(store)).toMatchObject({ message: 'busy' });
    expect(store.runUntil(60_000).pod('web').status!.phase).toBe('Running');
  });
});
