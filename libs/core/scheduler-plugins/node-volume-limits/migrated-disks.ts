import type { CSINode, PersistentVolume, Volume } from '@orrery/api-types';

type Source = Volume | NonNullable<PersistentVolume['spec']>;

interface MigratedDisk {
  readonly driver: string;
  handleOf(source: Source): string | undefined;
}

/** Kinds of disk that were built in and are now a driver's, by the name of the built-in plugin. */
const MIGRATED: Readonly<Record<string, MigratedDisk>> = {
  'kubernetes.io/aws-ebs': {
    driver: 'ebs.csi.aws.com',
    handleOf: ({ awsElasticBlockStore: disk }) => disk && disk.volumeID.slice(disk.volumeID.lastIndexOf('/') + 1),
  },
  'kubernetes.io/gce-pd': {
    driver: 'pd.csi.storage.gke.io',
    handleOf: ({ gcePersistentDisk: disk }) => disk && `projects/UNSPECIFIED/zones/UNSPECIFIED/disks/${disk.pdName}`,
  },
  'kubernetes.io/azure-disk': {
    driver: 'disk.csi.azure.com',
    handleOf: ({ azureDisk }) => azureDisk?.diskURI,
  },
  'kubernetes.io/cinder': {
    driver: 'cinder.csi.openstack.org',
    handleOf: ({ cinder }) => cinder?.volumeID,
  },
  'kubernetes.io/vsphere-volume': {
    driver: 'csi.vsphere.vmware.com',
    handleOf: ({ vsphereVolume }) => vsphereVolume?.volumePath,
  },
};
const MIGRATED_PLUGINS = 'storage.alpha.kubernetes.io/migrated-plugins';

/** A volume as its driver counts it. */
export interface DriverVolume {
  readonly driver: string;
  readonly handle: string;
}

/** Returns the driver's view of a built-in disk, if the node reports that the driver serves it. */
export function migratedDiskOf(source: Source, csiNode: CSINode | undefined): DriverVolume | undefined {
  for (const [plugin, { driver, handleOf }] of Object.entries(MIGRATED)) {
    const handle = handleOf(source);
    if (handle !== undefined) return isMigrated(plugin, csiNode) ? { driver, handle } : undefined;
  }
  return undefined;
}

/** The driver that makes volumes for a provisioner on this node; undefined if the built-in plugin still does. */
export function driverOf(provisioner: string, csiNode: CSINode | undefined): string | undefined {
  if (!Object.hasOwn(MIGRATED, provisioner)) return provisioner;
  return isMigrated(provisioner, csiNode) ? MIGRATED[provisioner]!.driver : undefined;
}

/** Returns whether a pod's own volume is a disk that a driver may serve. */
export function mayBeMigrated(volume: Volume): boolean {
  return Object.values(MIGRATED).some(({ handleOf }) => handleOf(volume) !== undefined);
}

function isMigrated(plugin: string, csiNode: CSINode | undefined): boolean {
  const plugins = csiNode?.metadata.annotations?.[MIGRATED_PLUGINS];
  return plugins !== undefined && plugins.split(',').includes(plugin);
}
