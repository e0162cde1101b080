/**
 * A text as a part of the name of an operation: other characters than letters, digits and `_` go, and the letter after them becomes
 * a capital one (`ToValidOperationID` of kube-apiserver).
 */
export function namePart(text: string, isCapital: boolean): string {
  let [name, capital] = ['', isCapital];
  for (const [i, character] of [...text].entries()) {
    if (!/[\p{L}_]/u.test(character) && (i === 0 || !/\p{Nd}/u.test(character))) {
      capital = true;
      continue;
    }
    name += capital ? character.toUpperCase() : character;
    capital = false;
  }
  return name;
}

/** `coreV1`, `appsV1`, `rbacAuthorizationV1beta1`: group and version within the names of operations. */
export function versionPart(group: string, version: string): string {
  return `${groupPart(group)}${namePart(version, true)}`;
}

/** `Core`, `Apps`, `RbacAuthorization` */
export function groupPart(group: string): string {
  return namePart(shortGroup(group), true);
}

/** `core_v1`, `apps_v1`; without a version, `apps` */
export function tagOf(group: string, version?: string): string {
  const own = namePart(shortGroup(group), false);
  return version === undefined ? own : `${own}_${namePart(version, false)}`;
}

function shortGroup(group: string): string {
  return group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
}
