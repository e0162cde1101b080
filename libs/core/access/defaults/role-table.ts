import type { PolicyRule } from '../rules/policy-rule';

const CORE = '-';
const WRITES_EVENTS: PolicyRule = {
  verbs: ['create', 'patch', 'update'],
  apiGroups: ['', 'events.k8s.io'],
  resources: ['events'],
};

/** Reads a table of roles, as `bootstrap-roles.ts` describes it: rules by the name of their role. */
export function readRoles(table: string): ReadonlyMap<string, readonly PolicyRule[]> {
  const roles = new Map<string, PolicyRule[]>();
  let rules: PolicyRule[] = [];
  for (const line of table.trim().split('\n')) {
    if (line.startsWith(' ')) rules.push(readRule(line.trim()));
    else roles.set(line, (rules = []));
  }
  return roles;
}

function readRule(line: string): PolicyRule {
  if (line === 'events') return WRITES_EVENTS;
  const [first, second, third, fourth] = line.split(' ').map((words) => words.split(','));
  if (first![0] === 'paths') return { verbs: second!, nonResourceURLs: third! };
  return {
    verbs: first!,
    apiGroups: second!.map((group) => (group === CORE ? '' : group)),
    resources: third!,
    ...(fourth ? { resourceNames: fourth } : {}),
  };
}
