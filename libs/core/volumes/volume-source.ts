import type { PersistentVolume, StorageClass } from '@orrery/api-types';

type Source = Pick<NonNullable<PersistentVolume['spec']>, 'csi' | 'hostPath'>;

/** Drivers that make the volumes of provisioners which were part of Kubernetes (upstream's `csi-translation-lib`). */
const MIGRATED: Readonly<Record<string, string>> = {
  'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
  'kubernetes.io/gce-pd': 'pd.csi.storage.gke.io',
  'kubernetes.io/azure-disk': 'disk.csi.azure.com',
  'kubernetes.io/azure-file': 'file.csi.azure.com',
  'kubernetes.io/cinder': 'cinder.csi.openstack.org',
  'kubernetes.io/vsphere-volume': 'csi.vsphere.vmware.com',
  'kubernetes.io/portworx-volume': 'pxd.portworx.com',
};
/** Returns the CSI driver behind a provisioner; undefined for one that cannot be a driver, as its name has a slash. */
export function driverOf({ provisioner }: StorageClass): string | undefined {
  if (Object.hasOwn(MIGRATED, provisioner)) return MIGRATED[provisioner];
  return provisioner.includes('/') ? undefined : provisioner;
}

/**
 * Returns the source of a new volume: of the CSI driver, else a directory of the node, as local-path-provisioner and the
 * provisioners of minikube and kind make them.
 */
export function sourceOf(storageClass: StorageClass, name: string): Source {
  const driver = driverOf(storageClass);
  if (driver === undefined) {
    const owner = storageClass.provisioner.split('/').at(-1) ?? 'volumes';
    return { hostPath: { path: `/opt/${owner}/${name}`, type: 'DirectoryOrCreate' } };
  }
  const fsType = (storageClass.parameters as Record<string, string> | undefined)?.['csi.storage.k8s.io/fstype'];
  return { csi: { driver, volumeHandle: name, ...(fsType === undefined ? {} : { fsType }) } };
}
