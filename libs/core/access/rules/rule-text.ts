import type { PolicyRule } from './policy-rule';

/** A rule as upstream prints it: `{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}`. */
export function ruleText(rule: PolicyRule): string {
  const parts = [
    part('APIGroups', rule.apiGroups),
    part('Resources', rule.resources),
    part('NonResourceURLs', rule.nonResourceURLs),
    part('ResourceNames', rule.resourceNames),
    part('Verbs', rule.verbs),
  ];
  return `{${parts.filter((text) => text !== '').join(', ')}}`;
}

/** Texts as Go prints a list of them: `["a" "b"]`. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

/** Rules for one resource of one group each are put together: their verbs become one rule. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const simple = new Map<string, PolicyRule>();
  const compact: PolicyRule[] = [];
  for (const rule of rules) {
    if (!isSimple(rule)) {
      compact.push(rule);
      continue;
    }
    const key = `${rule.apiGroups![0]}\u0000${rule.resources![0]}`;
    const known = simple.get(key);
    simple.set(key, known ? { ...known, verbs: [...known.verbs, ...rule.verbs] } : rule);
  }
  return [...compact, ...simple.values()];
}

function isSimple(rule: PolicyRule): boolean {
  const isPlain = !rule.resourceNames?.length && !rule.nonResourceURLs?.length;
  return isPlain && rule.apiGroups?.length === 1 && rule.resources?.length === 1;
}

function part(name: string, texts: readonly string[] | undefined): string {
  return texts?.length ? `${name}:${quotedList(texts)}` : '';
}
