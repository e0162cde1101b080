import type { PodSecurityPolicySpec, PodSpec } from '@orrery/api-types';
import { goValue, invalid } from './go-text';
import { containersOf, type SpecVolume } from './security';

/** Types of volumes in the order in which upstream checks for them (`GetVolumeFSType` of v1.20). */
const TYPES =
  'hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume quobyte azureDisk photonPersistentDisk storageos projected portworxVolume scaleIO csi ephemeral'.split(
    ' ',
  ) as (keyof SpecVolume)[];
/** Policies name one type differently than pods do. */
const NAMES: Readonly<Record<string, string>> = { cephfs: 'cephFS' };

/** Returns the errors of the volumes of a pod. */
export function volumeErrors(policy: PodSecurityPolicySpec, spec: PodSpec): readonly string[] {
  const { volumes: allowed = [] } = policy;
  const allowsAll = allowed.includes('*');
  return (spec.volumes ?? []).flatMap((volume, i) => {
    const path = `spec.volumes[${i}]`;
    const field = TYPES.find((type) => volume[type] !== undefined);
    if (field === undefined) return [invalid(path, '""', `unknown volume type for volume: ${volume.name}`)];
    const type = NAMES[field] ?? field;
    if (!allowsAll && !allowed.includes(type) && !isAccountToken(allowed, volume)) {
      return [invalid(path, goValue(type), `${type} volumes are not allowed to be used`)];
    }
    if (volume.hostPath) return hostPathErrors(policy, spec, { volume, path });
    return driverErrors(policy, volume, path);
  });
}

interface PlacedVolume {
  readonly volume: SpecVolume;
  readonly path: string;
}

/**
 * Returns the errors of a hostPath: where paths are listed, one of them must be a prefix of it; unless a writable one
 * is, all mounts are read-only.
 */
function hostPathErrors(
  { allowedHostPaths = [] }: PodSecurityPolicySpec,
  spec: PodSpec,
  { volume, path }: PlacedVolume,
): readonly string[] {
  if (allowedHostPaths.length === 0) return [];
  const { path: hostPath } = volume.hostPath!;
  const fitting = allowedHostPaths.filter(({ pathPrefix = '' }) => hasPathPrefix(hostPath, pathPrefix));
  if (fitting.length === 0) {
    return [invalid(`${path}.hostPath.pathPrefix`, goValue(hostPath), 'is not allowed to be used')];
  }
  if (fitting.some(({ readOnly }) => !readOnly)) return [];
  return containersOf(spec).flatMap(({ container, path: containerPath }) =>
    (container.volumeMounts ?? []).flatMap(({ name, readOnly = false }, i) =>
      name !== volume.name || readOnly
        ? []
        : [invalid(`${containerPath}.volumeMounts[${i}].readOnly`, goValue(readOnly), 'must be read-only')],
    ),
  );
}

function hasPathPrefix(path: string, prefix: string): boolean {
  const [whole, beginning] = [path, prefix].map((each) => each.replace(/\/$/, '')) as [string, string];
  return whole === beginning || whole.startsWith(`${beginning}/`);
}

function driverErrors(
  { allowedFlexVolumes = [], allowedCSIDrivers = [] }: PodSecurityPolicySpec,
  { flexVolume, csi }: SpecVolume,
  path: string,
): readonly string[] {
  if (flexVolume && allowedFlexVolumes.length > 0) {
    const { driver } = flexVolume;
    if (allowedFlexVolumes.some((allowed) => allowed.driver === driver)) return [];
    return [invalid(`${path}.driver`, goValue(driver), 'Flexvolume driver is not allowed to be used')];
  }
  if (!csi || allowedCSIDrivers.length === 0 || allowedCSIDrivers.some(({ name }) => name === csi.driver)) return [];
  return [invalid(`${path}.csi.driver`, goValue(csi.driver), 'Inline CSI driver is not allowed to be used')];
}

/**
 * Returns true for the projected volume of an account's token, which users of Secrets may use as well
 * (`IsOnlyServiceAccountTokenSources`).
 */
function isAccountToken(allowed: readonly string[], { projected }: SpecVolume): boolean {
  if (!projected || !allowed.includes('secret')) return false;
  return (projected.sources ?? []).every(({ serviceAccountToken: token, configMap, downwardAPI }) => {
    if (!token && !configMap && !downwardAPI) return false;
    if (token && (token.path !== 'token' || token.audience)) return false;
    if (configMap && configMap.name !== 'kube-root-ca.crt') return false;
    return (downwardAPI?.items ?? []).every(
      ({ path, fieldRef }) =>
        path === 'namespace' && fieldRef?.apiVersion === 'v1' && fieldRef.fieldPath === 'metadata.namespace',
    );
  });
}
