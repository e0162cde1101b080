import { randomFor } from '@orrery/time';
import { readReview, type ReviewAnswer } from './admission-review';

const asked = { uid: 'u', apiVersion: 'admission.k8s.io/v1', isMutating: true };
const review = (response: unknown): object => ({ kind: 'AdmissionReview', apiVersion: asked.apiVersion, response });
const patch = Buffer.from('[]').toString('base64');

test.each<[string, unknown, string]>([
  ['a patch that is no base64', { uid: 'u', allowed: true, patch: '%', patchType: 'JSONPatch' }, 'illegal base64 data'],
  ['a type without a patch', { uid: 'u', allowed: true, patchType: 'JSONPatch' }, 'but not response.patch'],
  ['another type', { uid: 'u', allowed: true, patch, patchType: 'Merge' }, 'invalid response.patchType of "Merge"'],
  ['a text for a truth', { uid: 'u', allowed: 'yes' }, 'AdmissionResponse.response.allowed of type bool'],
])('%s', (_what, response, reason) => {
  expect(readReview(review(response), asked)).toEqual({
    kind: 'failed',
    reason: expect.stringContaining(reason) as unknown,
  });
});

test('a validating webhook may not answer a patch', () => {
  const answer = readReview(review({ uid: 'u', allowed: true, patch, patchType: 'JSONPatch' }), {
    ...asked,
    isMutating: false,
  });
  expect(answer).toMatchObject({ reason: expect.stringContaining('may not return response.patch') as unknown });
});

test('answers of v1beta1 need no uid, and their patches are JSON patches', () => {
  const answer = readReview(
    { response: { allowed: true, patch } },
    { ...asked, apiVersion: 'admission.k8s.io/v1beta1' },
  );
  expect(answer).toMatchObject({ kind: 'answered', allowed: true, patch: '[]', patchType: 'JSONPatch' });
});

/** Any JSON, with the names of fields that answers have. */
function anyJson(random: ReturnType<typeof randomFor>, depth: number): unknown {
  const names = ['response', 'uid', 'allowed', 'patch', 'patchType', 'status', 'code', 'warnings', 'auditAnnotations'];
  const leaves = [null, true, 0, -1.5, 'u', '', 'JSONPatch', patch, asked.apiVersion, 'AdmissionReview'];
  if (depth === 0 || random.below(3) === 0) return leaves[random.below(leaves.length)];
  const items = Array.from({ length: random.below(6) }, () => anyJson(random, depth - 1));
  if (random.below(4) === 0) return items;
  const own = items.map((item) => [names[random.below(names.length)]!, item] as const);
  return Object.fromEntries([['uid', 'u'], ['kind', 'AdmissionReview'], ['apiVersion', asked.apiVersion], ...own]);
}

test('whatever is answered is read, or said to be wrong', () => {
  const kinds = new Set<ReviewAnswer['kind']>();
  for (let i = 0; i < 5000; i++) {
    const answer = readReview(anyJson(randomFor('answers', i), 4), asked);
    kinds.add(answer.kind);
    if (answer.kind === 'failed') continue;
    expect(answer.warnings.every((text) => typeof text === 'string')).toBe(true);
    expect(typeof answer.patch).toBe('string');
  }
  expect(kinds).toEqual(new Set(['answered', 'failed']));
});
