import { PACKAGES } from './packages.mjs';

/** Other packages of served versions, by the group's first name: their kinds are stored in a later version. */
const OLDER = {
  apps: ['v1beta1', 'v1beta2'],
  authentication: ['v1beta1'],
  authorization: ['v1beta1'],
  autoscaling: ['v2beta1', 'v2beta2'],
  batch: ['v1beta1'],
  certificates: ['v1beta1'],
  coordination: ['v1beta1'],
  discovery: ['v1beta1'],
  events: ['v1beta1'],
  extensions: ['v1beta1'],
  flowcontrol: ['v1beta1'],
  networking: ['v1beta1'],
  node: ['v1beta1'],
  policy: ['v1beta1'],
  rbac: ['v1beta1'],
  scheduling: ['v1beta1'],
  storage: ['v1beta1'],
  admissionregistration: ['v1beta1'],
};

/** The packages of Go types whose messages are kept beside those of the stored versions. */
export const VERSION_PACKAGES = Object.entries(OLDER).flatMap(([group, versions]) =>
  versions.map((version) => ({ id: `${group}.${version}`, go: `k8s.io/api/${group}/${version}` })),
);

/** The package of a Go type, be it of a stored version or of an older one. */
export function packageOf(goName) {
  return [...PACKAGES, ...VERSION_PACKAGES].find(({ go }) => goName.startsWith(`${go}.`));
}
