import { TaintEffect, type Toleration } from '@orrery/api-types';

/** Returns whether `a` makes `b` redundant: `a` tolerates all that `b` does (spec scheduler 7.6). */
export function coversToleration(a: Toleration, b: Toleration): boolean {
  if (isSame(a, b)) return true;
  const keysFit = a.key === b.key || (!a.key && a.operator === 'Exists');
  const effectsFit = (a.effect ?? '') === (b.effect ?? '') || !a.effect;
  if (!keysFit || !effectsFit) return false;
  if (a.effect === TaintEffect.NoExecute && a.tolerationSeconds !== undefined) {
    if (b.tolerationSeconds === undefined || b.tolerationSeconds > a.tolerationSeconds) return false;
  }
  if (a.operator === 'Exists') return true;
  const isEqual = !a.operator || a.operator === 'Equal';
  return isEqual && b.operator === 'Equal' && (a.value ?? '') === (b.value ?? '');
}

/** Comparing each with each is for lists that people write. */
const MAX_COMPARED = 1000;

/** The tolerations of both without those that another one covers; of equals the first stays. */
export function mergeTolerations(own: readonly Toleration[], more: readonly Toleration[]): Toleration[] {
  const all = [...own, ...more];
  if (all.length > MAX_COMPARED) {
    return [...own, ...more.filter((toleration) => !own.some((each) => coversToleration(each, toleration)))];
  }
  const kept: Toleration[] = [];
  all.forEach((toleration, i) => {
    if (kept.some((each) => coversToleration(each, toleration))) return;
    const later = all.slice(i + 1);
    if (later.some((each) => !isSame(each, toleration) && coversToleration(each, toleration))) return;
    kept.push(toleration);
  });
  return kept;
}

function isSame(a: Toleration, b: Toleration): boolean {
  return (
    (a.key ?? '') === (b.key ?? '') &&
    (a.operator ?? '') === (b.operator ?? '') &&
    (a.value ?? '') === (b.value ?? '') &&
    (a.effect ?? '') === (b.effect ?? '') &&
    a.tolerationSeconds === b.tolerationSeconds
  );
}
