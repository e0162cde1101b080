import type { FlowSchema, PriorityLevelConfiguration } from '@orrery/api-types';
import { isPathAccess, type Access, type User } from '../access';
import { serviceAccountUserName } from '../users/well-known';

type Rules = NonNullable<NonNullable<FlowSchema['spec']>['rules']>[number];
type Subject = NonNullable<Rules['subjects']>[number];
type ResourceRule = NonNullable<Rules['resourceRules']>[number];
type PathRule = NonNullable<Rules['nonResourceRules']>[number];

/** Schema and priority level of a request, by uid. */
export interface FlowClassification {
  readonly flowSchemaUid: string;
  readonly priorityLevelUid: string;
}

/** A schema whose level exists. */
interface ReadySchema {
  readonly result: FlowClassification;
  readonly rules: readonly Rules[];
}

const ALL = '*';

/**
 * Finds the flow schema of requests: of those that match, the one with the lowest precedence, and of equals the first by name
 * (`util/flowcontrol/rule.go`, `apf_controller.go` of apiserver). Schemas whose level does not exist count for nothing.
 */
export class FlowClassifier {
  private readonly schemas: readonly ReadySchema[];
  /** Schemas with the rules that name a user; a user is one object as long as it asks with one token. */
  private readonly ofUsers = new WeakMap<User, readonly ReadySchema[]>();

  constructor(schemas: readonly FlowSchema[], levels: readonly PriorityLevelConfiguration[]) {
    const uids = new Map(levels.map(({ metadata }) => [metadata.name, metadata.uid] as const));
    this.schemas = [...schemas].sort(byPrecedence).flatMap(({ metadata, spec }) => {
      const priorityLevelUid = uids.get(spec?.priorityLevelConfiguration.name ?? '');
      if (priorityLevelUid === undefined) return [];
      return [{ result: { flowSchemaUid: metadata.uid, priorityLevelUid }, rules: spec?.rules ?? [] }];
    });
  }

  /** Undefined where no schema matches, as long as the two that every cluster has are not there. */
  classify(user: User, access: Access): FlowClassification | undefined {
    return this.schemasOf(user).find(({ rules }) => rules.some((rule) => matchesRequest(rule, access)))?.result;
  }

  private schemasOf(user: User): readonly ReadySchema[] {
    let known = this.ofUsers.get(user);
    if (!known) {
      known = this.schemas.flatMap(({ result, rules }) => {
        const own = rules.filter(({ subjects = [] }) => subjects.some((subject) => isSubject(subject, user)));
        return own.length > 0 ? [{ result, rules: own }] : [];
      });
      this.ofUsers.set(user, known);
    }
    return known;
  }
}

function byPrecedence(a: FlowSchema, b: FlowSchema): number {
  const first = (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0);
  return first || (a.metadata.name < b.metadata.name ? -1 : 1);
}

function isSubject({ kind, user: ofUser, group, serviceAccount }: Subject, user: User): boolean {
  switch (kind) {
    case 'User':
      return ofUser !== undefined && (ofUser.name === ALL || ofUser.name === user.name);
    case 'Group':
      return group !== undefined && (group.name === ALL || user.groups.includes(group.name));
    case 'ServiceAccount': {
      if (!serviceAccount) return false;
      const { namespace, name } = serviceAccount;
      if (name === ALL) return user.name.startsWith(serviceAccountUserName(namespace, ''));
      return user.name === serviceAccountUserName(namespace, name);
    }
    default:
      return false;
  }
}

function matchesRequest({ resourceRules = [], nonResourceRules = [] }: Rules, access: Access): boolean {
  if (isPathAccess(access)) return nonResourceRules.some((rule) => matchesPath(rule, access.verb, access.path));
  const { verb, group, resource, subresource, namespace } = access;
  const name = subresource === '' ? resource : `${resource}/${subresource}`;
  return resourceRules.some(
    (rule: ResourceRule) =>
      has(rule.verbs, verb) &&
      has(rule.resources, name) &&
      has(rule.apiGroups, group) &&
      (namespace === '' ? (rule.clusterScope ?? false) : has(rule.namespaces ?? [], namespace)),
  );
}

function matchesPath({ verbs, nonResourceURLs }: PathRule, verb: string, path: string): boolean {
  if (!has(verbs, verb)) return false;
  return nonResourceURLs.some((url) => {
    if (url === ALL || url === path) return true;
    const prefix = url.replace(/\*$/, '');
    return path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
  });
}

/** Returns true if a list has a value. A star is the only item of its list: validation ensures that. */
function has(list: readonly string[], value: string): boolean {
  return (list.length === 1 && list[0] === ALL) || list.includes(value);
}
