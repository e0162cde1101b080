import type { Pod } from '@orrery/api-types';
import { makePod, type PodBuilder } from '@orrery/builders';
import { behaviourOf, type BundleName } from '../behaviour/bundles';
import { newerPodInfo, podInfoOf } from './pod-info';
import { hasResizeStatus, PodShapes, type PodShape } from './pod-shape';
import { ResourceSlots } from './resource-slots';

const MIB = 1024 * 1024;

function shapeOf(pod: PodBuilder, bundle: BundleName = 'modern'): PodShape {
  return new PodShapes(new ResourceSlots(), behaviourOf(bundle)).shapeOf(pod.build());
}

const sidecarsAroundInit = makePod('p')
  .requests({ cpu: '400m' })
  .initContainer({ cpu: '200m' }, 'Always')
  .initContainer({ cpu: '1000m' })
  .initContainer({ cpu: '300m' }, 'Always');

test.each([
  ['sidecars before an init container run beside it', sidecarsAroundInit, 1200],
  [
    'sidecars after an init container do not',
    makePod('p')
      .requests({ cpu: '400m' })
      .initContainer({ cpu: '1000m' })
      .initContainer({ cpu: '200m' }, 'Always')
      .initContainer({ cpu: '300m' }, 'Always'),
    1000,
  ],
  [
    'the larger of the sum and the largest init container, plus overhead',
    makePod('p').containers({ cpu: '200m' }, { cpu: '300m' }).initContainer({ cpu: '600m' }).overhead({ cpu: '10m' }),
    610,
  ],
  ['quantities are added before they are rounded', makePod('p').containers({ cpu: '500u' }, { cpu: '500u' }), 1],
])('cpu: %s', (_name, pod, wantMillis) => {
  expect(shapeOf(pod).requests[0]).toBe(wantMillis);
});

test('1.20 takes sidecars as ordinary init containers', () => {
  expect(shapeOf(sidecarsAroundInit, 'k8s-1.20').requests[0]).toBe(1000);
});

test('scores assume 100m and 200Mi for containers without requests, but not for explicit zero', () => {
  const { defaultedCpuMillis, defaultedMemoryBytes } = shapeOf(
    makePod('p').containers({}, { cpu: '0', memory: '1Mi' }),
  );
  expect({ defaultedCpuMillis, defaultedMemoryBytes }).toEqual({
    defaultedCpuMillis: 100,
    defaultedMemoryBytes: 201 * MIB,
  });
});

test('1.20 scores the overhead of the incoming pod in whole cores', () => {
  const pod = makePod('p').requests({ cpu: '100m' }).overhead({ cpu: '250m' });
  expect(shapeOf(pod).scored[0]).toBe(350);
  expect(shapeOf(pod, 'k8s-1.20').scored[0]).toBe(101);
  expect(shapeOf(pod, 'k8s-1.20').defaultedCpuMillis).toBe(350);
});

test('pod-level requests replace the sum of the containers', () => {
  const pod = makePod('p')
    .requests({ cpu: '100m' })
    .spec({ resources: { requests: { cpu: '700m' } } } as object);
  expect(shapeOf(pod).requests[0]).toBe(700);
});

test('pods of one controller share their shape, others do not', () => {
  const shapes = new PodShapes(new ResourceSlots(), behaviourOf('modern'));
  const base = makePod('a').requests({ cpu: '1' });
  expect(shapes.shapeOf(base.build())).toBe(
    shapes.shapeOf(makePod('b').requests({ cpu: '1' }).label('x', 'y').build()),
  );
  expect(shapes.shapeOf(base.build())).not.toBe(shapes.shapeOf(base.toleration({ operator: 'Exists' }).build()));
});

test('a status that shows what the spec asks for changes nothing, another one makes a shape of its own', () => {
  const shapes = new PodShapes(new ResourceSlots(), behaviourOf('modern'));
  const pod = makePod('a').requests({ cpu: '1' }).build();
  const given = (cpu: string): Pod => {
    const containerStatuses = pod.spec.containers.map(({ name }) => ({ name, resources: { requests: { cpu } } }));
    return { ...pod, status: { containerStatuses } } as unknown as Pod;
  };
  const known = podInfoOf(pod, shapes);
  expect(newerPodInfo(known, given('1'), shapes).shape).toBe(known.shape);
  expect(shapes.shapeOf(JSON.parse(JSON.stringify(given('1'))) as Pod)).toBe(known.shape);
  expect(newerPodInfo(known, given('2'), shapes).shape.requests[0]).toBe(2000);
  expect(hasResizeStatus(given('1'))).toBe(false);
});
