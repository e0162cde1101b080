/** The name of the pod that rolls a version out. */
export function deployerPodName(version: string): string {
  return podNameOf(version, 'deploy');
}

/** The name of a pod of a version. It is short enough: the name of a version is also a label of its pods. */
export function podNameOf(version: string, suffix: string): string {
  return `${version}-${suffix}`;
}
