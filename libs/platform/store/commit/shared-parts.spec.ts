import { applyDefaults, type KubeObject } from '@orrery/api-types';
import fc from 'fast-check';
import { forgetText, storedBodies, storedText, textOf, textOfMetadata } from './object-text';
import { shareParts } from './shared-parts';

const podLike = (name: string, spec: unknown): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, uid: name, resourceVersion: '7', managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': {} } }] },
    spec,
  }) as unknown as KubeObject;

describe('shared parts', () => {
  it('keeps equal parts of two objects once', () => {
    const a = shareParts(podLike('a', { containers: [{ name: 'main' }], priority: 0 }));
    const b = shareParts(podLike('b', { containers: [{ name: 'main' }], priority: 0 }));
    const containers = (object: KubeObject): unknown => (object.spec as { containers: unknown }).containers;
    expect(containers(b)).toBe(containers(a));
    expect(b.metadata.name).toBe('b');
  });

  it('keeps different parts apart', () => {
    const a = shareParts(podLike('a', { containers: [{ name: 'main' }] }));
    const b = shareParts(podLike('b', { containers: [{ name: 'other' }] }));
    expect(b.spec).toEqual({ containers: [{ name: 'other' }] });
    expect(a.spec).toEqual({ containers: [{ name: 'main' }] });
  });

  it('keeps a spec that many pods share as one, with its text', () => {
    const spec = { containers: [{ name: 'of-many' }], nodeSelector: { a: 'b' } };
    const pods = ['a', 'b', 'c'].map((name) => {
      const object = podLike(name, structuredClone(spec));
      applyDefaults(object);
      return object;
    });
    const [, second, third] = pods.map(shareParts);
    expect(third!.spec).toBe(second!.spec);
    expect(third!.spec).toEqual(pods[2]!.spec);
    for (const pod of pods) expect(JSON.parse(textOf(shareParts(pod)))).toEqual(pod);
    expect(storedText(third!).replaceAll('"c"', '"b"')).toBe(storedText(second!));
    expect(storedText(third!)).toContain(`,"spec":${JSON.stringify(pods[2]!.spec)}`);
  });

  it('leaves a part that is shared already as it is, so that its identity says that nothing changed', () => {
    const before = shareParts(podLike('a', { containers: [{ name: 'main' }], nodeSelector: { a: 'b' } }));
    const after = shareParts({ ...before, status: { phase: 'Running' } });
    expect(after.spec).toBe(before.spec);
    expect(after.metadata.managedFields).toBe(before.metadata.managedFields);
  });

  it('leaves every value as it was, and its stored text reads back as the object without its revision', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()), (spec) => {
        const object = podLike('a', spec);
        const shared = shareParts(object);
        expect(JSON.stringify(shared)).toBe(JSON.stringify(object));
        const stored = JSON.parse(storedText(shared)) as KubeObject;
        const plain = JSON.parse(JSON.stringify(object)) as KubeObject;
        expect(stored).toEqual({ ...plain, metadata: { ...plain.metadata, resourceVersion: '' } });
        expect(JSON.parse(textOf(shared))).toEqual(plain);
      }),
    );
  });

  it('has the text of what is being written from what goes to the database, with its revision', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })), { maxLength: 5 }), (specs) => {
        const objects = specs.map((spec, i) => shareParts(podLike(`pod-${i}`, spec)));
        const { lengths, bytes } = storedBodies(objects);
        expect(bytes.toString()).toBe(objects.map(storedText).join(''));
        expect(lengths).toEqual(objects.map((object) => Buffer.byteLength(storedText(object))));
        objects.forEach((object, i) => (object.metadata.resourceVersion = String(i + 7)));
        const fresh = objects.map(textOf);
        for (const object of objects) forgetText(object);
        expect(fresh.map((text) => JSON.parse(text) as unknown)).toEqual(JSON.parse(JSON.stringify(objects)));
      }),
    );
  });

  it('has the text of metadata as JSON has it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a.b/c:d+e-f_g h', '"', '\\', '\u2028', '\ud800'),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.jsonValue(), fc.constant(undefined))), text, (more, name) => {
        const { metadata } = shareParts(podLike(name, {}));
        const all = { ...metadata, ...more } as KubeObject['metadata'];
        expect(textOfMetadata(all)).toBe(JSON.stringify(all));
      }),
    );
  });
});
