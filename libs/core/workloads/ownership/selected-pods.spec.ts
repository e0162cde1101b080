import type { KubeObject, LabelSelector } from '@orrery/api-types';
import fc from 'fast-check';
import { SelectedPods } from './selected-pods';

const pod = (name: string, app: string): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'ns', uid: name, labels: { app } } }) as never;

const selecting = (app: string): LabelSelector => ({ matchLabels: { app } });

it('says whose a pod is or was', () => {
  const selected = new SelectedPods(() => [pod('a', 'web'), pod('b', 'db')]);
  selected.set('ns/web', 'ns', selecting('web'));
  selected.set('ns/all', 'ns', {});
  expect(selected.of('ns/web')!.map(({ metadata }) => metadata.name)).toEqual(['a']);
  expect(selected.podChanged(pod('b', 'db'), pod('b', 'web')).sort()).toEqual(['ns/all', 'ns/web']);
  expect(selected.podChanged(pod('a', 'web'), undefined).sort()).toEqual(['ns/all', 'ns/web']);
  expect(selected.of('ns/web')!.map(({ metadata }) => metadata.name)).toEqual(['b']);
  selected.set('ns/web', 'ns', undefined);
  expect([selected.of('ns/web'), selected.has('ns/web'), selected.size]).toEqual([undefined, false, 1]);
});

it('knows by deltas what looking at all pods finds', () => {
  const apps = fc.constantFrom('web', 'db', 'cache');
  const names = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({ name: names, app: fc.option(apps, { nil: undefined }) }),
    fc.record({ owner: fc.constantFrom('one', 'two'), selects: fc.option(apps, { nil: undefined }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const there = new Map<string, KubeObject>();
      const selects = new Map<string, string>();
      const selected = new SelectedPods(() => there.values());
      for (const each of steps) {
        if ('owner' in each) {
          selected.set(each.owner, 'ns', each.selects === undefined ? undefined : selecting(each.selects));
          if (each.selects === undefined) selects.delete(each.owner);
          else selects.set(each.owner, each.selects);
        } else {
          const previous = there.get(each.name);
          const next = each.app === undefined ? undefined : pod(each.name, each.app);
          if (next) there.set(each.name, next);
          else there.delete(each.name);
          selected.podChanged(previous, next);
        }
        for (const [owner, app] of selects) {
          const wanted = [...there.values()].filter(({ metadata }) => metadata.labels!['app'] === app);
          expect(new Set(selected.of(owner))).toEqual(new Set(wanted));
        }
        expect(selected.size).toBe(selects.size);
      }
    }),
  );
});
