import { applyStrategicMergePatch, kindByGvk, type KindInfo, type PodStatus } from '@orrery/api-types';
import { mergePatch } from './merge-patch';
import type { StagePlay } from './stage-file';

const POD = kindByGvk('v1', 'Pod')!;

/** Returns the status of a pod after the patches of a stage, or why they make no sense. */
export function patchedPodStatus(before: PodStatus, patches: StagePlay['statusPatches']): Patched<PodStatus> {
  return patches.length === 0 ? { status: before } : patchedStatus(POD, before, patches);
}

type Patched<T> = { readonly status: T } | { readonly fault: string };

/** The status after the patches of a stage, or why they make no sense. */
export function patchedStatus<T>(kind: KindInfo, before: T, patches: StagePlay['statusPatches']): Patched<T> {
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
