import type { KubeObject } from '../../objects';
import { convertEvent } from './conversion';

const event = (apiVersion: string, fields: object): KubeObject =>
  ({ apiVersion, kind: 'Event', metadata: { name: 'e' }, ...fields }) as unknown as KubeObject;

test('an event has the names of the other group and back', () => {
  const core = event('v1', { message: 'm', reportingComponent: 'c', reportingInstance: 'i', count: 2 });
  const events = event('events.k8s.io/v1', {
    note: 'm',
    reportingController: 'c',
    reportingInstance: 'i',
    deprecatedCount: 2,
  });
  expect(convertEvent(core, 'events.k8s.io/v1')).toEqual(events);
  expect(convertEvent(events, 'v1')).toEqual(core);
});

test('events.k8s.io leaves out the reporting texts that core writes empty', () => {
  const core = event('v1', { reportingComponent: '', reportingInstance: '', message: '' });
  expect(convertEvent(core, 'events.k8s.io/v1')).toEqual(event('events.k8s.io/v1', { note: '' }));
});
