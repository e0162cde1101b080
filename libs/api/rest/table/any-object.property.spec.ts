import {
  allKinds,
  convert,
  prepareForCreate,
  prepareForUpdate,
  structOfKind,
  type KubeObject,
} from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import * as fc from 'fast-check';
import { randomBody } from '@orrery/builders';
import { sampleOf } from '@orrery/builders';
import { renderTable } from './render-table';

const NOW_MS = Date.UTC(2026, 0, 1);
/** Cases of each kind in a usual run; `PROPERTY_RUNS` asks for others. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 20);
const kinds = allKinds().filter((kind) => structOfKind(kind) !== undefined);

test.each(kinds.map((kind) => [kind.kind, kind] as const))('%s: whatever is stored is shown', (_name, kind) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomFor('any object', kind.kind, seed);
      const context = {
        now: NOW_MS,
        uid: () => 'u',
        random,
        ...(kind.namespaced ? { namespace: 'default' } : {}),
      };
      const created = [randomBody(kind, random), sampleOf(kind)]
        .map((body) => prepareForCreate(kind, body, context))
        .find(({ ok }) => ok);
      const stored = (created as unknown as { readonly object: KubeObject }).object;
      const status = prepareForUpdate(kind, stored, randomBody(kind, random), { subresource: 'status' });
      const object = status.ok ? status.object : stored;
      for (const apiVersion of kind.versionsOf.modern) {
        const objects = [convert(object, apiVersion)];
        const content = {
          kind,
          objects,
          metadata: {},
          version: 'v1',
          release: 'modern',
          includeObject: 'Object',
          nowMs: NOW_MS,
        } as const;
        expect(JSON.stringify(renderTable(content))).toContain('"cells":[');
      }
    }),
    { numRuns: RUNS },
  );
});
