import type { User } from '../access';
import { serviceAccountUserName } from '../users/well-known';
import type { BindingObject, Subject } from './role-objects';

/** Whom a subject means, as one text; a service account is the user of its name. Undefined for a subject of no use. */
export function subjectKey({ kind, name, namespace }: Subject, bindingNamespace: string): string | undefined {
  switch (kind) {
    case 'User':
      return `user:${name}`;
    case 'Group':
      return `group:${name}`;
    case 'ServiceAccount': {
      const own = namespace || bindingNamespace;
      return own === '' ? undefined : `user:${serviceAccountUserName(own, name)}`;
    }
    default:
      return undefined;
  }
}

/** The keys of a binding's subjects, each once. */
export function subjectKeys({ subjects, metadata }: BindingObject): Set<string> {
  const keys = new Set<string>();
  for (const subject of subjects ?? []) {
    const key = subjectKey(subject, metadata.namespace ?? '');
    if (key !== undefined) keys.add(key);
  }
  return keys;
}

/** The keys under which bindings may name a user. */
export function keysOfUser({ name, groups }: User): string[] {
  return [`user:${name}`, ...groups.map((group) => `group:${group}`)];
}

/** `User "jane"`, as reasons name the subject of a binding. */
export function subjectText({ kind, name, namespace }: Subject): string {
  return kind === 'ServiceAccount'
    ? `${kind} ${JSON.stringify(`${name}/${namespace ?? ''}`)}`
    : `${kind} ${JSON.stringify(name)}`;
}
