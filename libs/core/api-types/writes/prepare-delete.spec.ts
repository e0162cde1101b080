import { allKinds, type KubeObject } from '../index';
import { prepareForDelete } from './prepare-delete';

test.each(allKinds().map((kind) => [kind.kind, kind] as const))(
  '%s: what a deletion writes shares no metadata with what is stored',
  (_name, kind) => {
    const metadata = { name: 'a', uid: 'u', resourceVersion: '5', creationTimestamp: '2026-01-01T00:00:00Z' };
    // Of an object, a deletion looks at its metadata and, for pods and namespaces, at parts that may be absent.
    const stored = { apiVersion: kind.storageApiVersion, kind: kind.kind, metadata } as unknown as KubeObject;
    const verdict = prepareForDelete(kind, stored, {}, Date.UTC(2026, 0, 1));
    if (verdict instanceof Error || verdict.action === 'none') return;
    expect(verdict.object.metadata).not.toBe(stored.metadata);
    expect(stored.metadata).toEqual(metadata);
  },
);
