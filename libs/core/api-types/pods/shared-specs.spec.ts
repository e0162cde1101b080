import { randomFor } from '@orrery/time';
import fc from 'fast-check';
import { recordUpdate } from '../field-ownership/managed-fields';
import { kindByGvk } from '../kinds/registry';
import type { KubeObject, PodSpec } from '../objects';
import { prepareForCreate } from '../writes/prepare-create';
import { isShared, markShared, onceForShared, shareFilled, sharedForShared } from './shared-specs';

const kind = kindByGvk('v1', 'Pod')!;
const NOW = Date.UTC(2026, 0, 1);

/** Returns the stored form, or the client's error, as text: the order of fields counts too. */
function created(body: object): { readonly text: string; readonly object?: KubeObject } {
  const context = { now: NOW, uid: () => 'u', random: randomFor('x'), namespace: 'default' };
  const verdict = prepareForCreate(kind, structuredClone(body), context);
  if (!verdict.ok) return { text: verdict.error.message };
  const managedFields = recordUpdate({ kind, next: verdict.object, manager: 'm', now: NOW });
  return { text: JSON.stringify([verdict.object, managedFields, verdict.warnings]), object: verdict.object };
}

const labels = fc.dictionary(fc.constantFrom('app', 'tier', 'bad label'), fc.constantFrom('a', 'b', ''), {
  noNullPrototype: true,
});
const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory'), fc.constantFrom('1', '100m', '0', '-1', '1Gi'), {
  noNullPrototype: true,
});
const container = fc.record(
  {
    name: fc.constantFrom('main', 'other', 'Bad'),
    image: fc.constantFrom('nginx', 'nginx:1'),
    resources: fc.record({ requests: amounts, limits: amounts }, { requiredKeys: [] }),
    ports: fc.constant([{ containerPort: 80 }]),
  },
  { requiredKeys: ['name'] },
);
const affinity = fc.constant({
  podAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'a' } }, matchLabelKeys: ['tier'] },
    ],
  },
});
const spec = fc.record(
  {
    containers: fc.array(container, { maxLength: 2 }),
    initContainers: fc.array(container, { minLength: 1, maxLength: 1 }),
    affinity,
    schedulingGates: fc.constant([{ name: 'wait' }]),
    nodeName: fc.constant('n1'),
    unknown: fc.constant(1),
  },
  { requiredKeys: ['containers'] },
);

describe('shared specs', () => {
  it('makes the same of the body of a pod, however often its spec was met', () => {
    fc.assert(
      fc.property(spec, fc.array(labels, { minLength: 3, maxLength: 5 }), (template, labelsOfPods) => {
        const padding = ' '.repeat(9000);
        for (const each of labelsOfPods) {
          const body = { metadata: { name: 'a', labels: each }, spec: template };
          // A spec this long is never shared.
          const alone = created({ ...body, spec: { ...template, schedulerName: padding } }).text;
          const text = created({ ...body, spec: { ...template, schedulerName: 's' } }).text;
          expect(text).toBe(alone.replaceAll(padding, 's'));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('makes the same of a pod whether its spec is that of a stored template or a copy of it', () => {
    const replicaSet = kindByGvk('apps/v1', 'ReplicaSet')!;
    fc.assert(
      fc.property(spec, (template) => {
        const stored = {
          selector: { matchLabels: { app: 'a' } },
          template: { metadata: { labels: { app: 'a' } }, spec: template },
        };
        const context = { now: NOW, uid: () => 'u', random: randomFor('x'), namespace: 'default' };
        const verdict = prepareForCreate(replicaSet, { metadata: { name: 'set' }, spec: stored }, context);
        if (!verdict.ok) return;
        const kept = (verdict.object.spec as typeof stored).template.spec;
        const before = JSON.stringify(kept);
        const body = { metadata: { name: 'a', labels: { app: 'a' } }, spec: kept };
        const copied = created(body).text;
        const context2 = { ...context, random: randomFor('x') };
        markShared(kept);
        for (let i = 0; i < 2; i++) {
          const made = prepareForCreate(kind, body, context2);
          const managedFields = made.ok && recordUpdate({ kind, next: made.object, manager: 'm', now: NOW });
          expect(made.ok ? JSON.stringify([made.object, managedFields, made.warnings]) : made.error.message).toBe(
            copied,
          );
        }
        expect(JSON.stringify(kept)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('fills a copy of what is shared already, once', () => {
    const given = markShared({ containers: [{ name: 'shared-before', image: 'i' }] });
    const fill = jest.fn((draft: PodSpec) => void ((draft as { hostNetwork?: boolean }).hostNetwork = true));
    const filled = shareFilled(given, fill);
    expect(filled).toEqual({ ...given, hostNetwork: true });
    expect(given).not.toHaveProperty('hostNetwork');
    expect(isShared(filled)).toBe(true);
    expect(shareFilled(given, fill)).toBe(filled);
    expect(fill).toHaveBeenCalledTimes(1);
  });

  it('is one and the same spec from the second pod on', () => {
    const body = { metadata: { name: 'a' }, spec: { containers: [{ name: 'one-and-the-same', image: 'i' }] } };
    const [first, second, third] = [created(body), created(body), created(body)].map(({ object }) => object!.spec);
    expect(first).not.toBe(second);
    expect(third).toBe(second);
    expect(isShared(first as object)).toBe(false);
    expect(isShared(second as object)).toBe(true);
  });

  it('remembers what was in use when much else came by', () => {
    const make = (name: string) => shareFilled({ containers: [{ name }] }, () => undefined);
    make('kept');
    const kept = make('kept');
    for (let i = 0; i < 5000; i++) {
      make(`other-${i}`);
      if (i % 500 === 0) expect(make('kept')).toBe(kept);
    }
  });

  it('works out once what follows from a shared spec, and afresh what follows from any other', () => {
    const compute = jest.fn(({ containers }: { containers: readonly unknown[] }) => ({ count: containers.length }));
    const once = onceForShared(compute);
    const make = () => shareFilled({ containers: [{ name: 'counted' }] }, () => undefined);
    const alone = make();
    expect(once(alone)).toEqual(once(alone));
    expect(compute).toHaveBeenCalledTimes(2);
    const shared = make();
    expect(once(shared)).toBe(once(make()));
    expect(compute).toHaveBeenCalledTimes(3);
    const derived = sharedForShared(compute);
    expect(isShared(derived(shared))).toBe(true);
    expect(isShared(derived(alone))).toBe(false);
  });
});
