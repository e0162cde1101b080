import type { VolumeAttributesClass } from '@orrery/api-types';
import { attributesClassesOf, unusedClass } from './attributes-classes';

test.each<[string, object, object, string[]]>([
  ['nothing', {}, {}, []],
  ['a wanted class', { volumeAttributesClassName: 'gold' }, {}, ['gold']],
  ['no class', { volumeAttributesClassName: '' }, {}, []],
  [
    'one class after the other',
    { volumeAttributesClassName: 'gold' },
    { currentVolumeAttributesClassName: 'silver', modifyVolumeStatus: { targetVolumeAttributesClassName: 'gold' } },
    ['gold', 'silver'],
  ],
])('a claim with %s', (_name, spec, status, want) => {
  expect([...attributesClassesOf({ spec, status })]).toEqual(want);
});

const FINALIZER = 'kubernetes.io/vac-protection';

test.each<[string, object, boolean, string[] | undefined]>([
  ['that stays', { finalizers: [FINALIZER] }, false, undefined],
  ['that is used', { finalizers: [FINALIZER], deletionTimestamp: 'x' }, true, undefined],
  ['that is not used', { finalizers: ['a/b', FINALIZER], deletionTimestamp: 'x' }, false, ['a/b']],
  ['that something else keeps', { finalizers: ['a/b'], deletionTimestamp: 'x' }, false, undefined],
])('a class %s', (_name, metadata, isUsed, want) => {
  // Of a class, its metadata is looked at.
  const object = { metadata } as unknown as VolumeAttributesClass;
  expect(unusedClass(object, isUsed)?.metadata.finalizers).toEqual(want);
});
