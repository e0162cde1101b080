import { applyStrategicMergePatch, type KindInfo } from '@orrery/api-types';
import { mergePatch } from '../stages/merge-patch';
import type { StagePlay } from './stage-file';

/** The status after the patches of a stage, or why they make no sense. */
export function patchedStatus<T>(
  kind: KindInfo,
  before: T,
  patches: StagePlay['statusPatches'],
): { readonly status: T } | { readonly fault: string } {
  let status = before;
  for (const { type, patch } of patches) {
    if (type === 'merge') {
      status = mergePatch(status, patch) as T;
      continue;
    }
    const verdict = applyStrategicMergePatch(kind, { status }, { status: patch });
    if (!verdict.ok) return { fault: verdict.error.message };
    status = (verdict.value as { status: T }).status;
  }
  return { status };
}
