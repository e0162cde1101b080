import { coversPath, type PolicyRule } from './policy-rule';

/** The rights of `wanted` that no rule of `held` has, each as a rule of its own (upstream's `rbac/validation.Covers`). */
export function missingRights(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(breakDown).filter((right) => !held.some((rule) => covers(rule, right)));
}

/** A rule as the single rights that it consists of: one verb of one resource, of one name if it has names. */
function breakDown(rule: PolicyRule): PolicyRule[] {
  const rights: PolicyRule[] = [];
  const names = rule.resourceNames?.length ? rule.resourceNames : [undefined];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        for (const name of names) {
          const right = { apiGroups: [group], resources: [resource], verbs: [verb] };
          rights.push(name === undefined ? right : { ...right, resourceNames: [name] });
        }
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) rights.push({ nonResourceURLs: [url], verbs: [verb] });
  }
  return rights;
}

function covers(rule: PolicyRule, right: PolicyRule): boolean {
  if (!hasOrAll(rule.verbs, right.verbs[0]!)) return false;
  const [url] = right.nonResourceURLs ?? [];
  if (url !== undefined) return (rule.nonResourceURLs ?? []).some((pattern) => coversPath(pattern, url));
  const [name] = right.resourceNames ?? [];
  const coversName = !rule.resourceNames?.length || (name !== undefined && rule.resourceNames.includes(name));
  return (
    coversName &&
    hasOrAll(rule.apiGroups ?? [], right.apiGroups![0]!) &&
    coversResource(rule.resources ?? [], right.resources![0]!)
  );
}

function coversResource(resources: readonly string[], resource: string): boolean {
  if (hasOrAll(resources, resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && resources.includes(`*${resource.slice(slash)}`);
}

function hasOrAll(words: readonly string[], word: string): boolean {
  return words.includes('*') || words.includes(word);
}
