import type { KubeObject } from '../../objects';
import { isUpTo, type ReleaseName } from '../releases';

type Reference = Readonly<Record<'apiGroup' | 'kind' | 'name' | 'namespace', string | null | undefined>>;
interface Sources {
  dataSource?: Reference;
  dataSourceRef?: Reference;
}

/**
 * Clears a data source that is neither a claim nor a snapshot, unless the claim had one before, and gives each of the two
 * fields what the other says; releases before 1.22 have the first one alone (`pkg/api/persistentvolumeclaim/util.go` upstream).
 * Changes `next` in place.
 */
export function alignDataSources(
  next: KubeObject,
  old: KubeObject | undefined,
  release: ReleaseName | undefined,
): void {
  const spec = next.spec as Sources | undefined;
  if (!spec) return;
  const before = old?.spec as Sources | undefined;
  if (!before?.dataSource && spec.dataSource && !isClaimOrSnapshot(spec.dataSource)) delete spec.dataSource;
  if (isUpTo(release, '1.20')) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (dataSourceRef && !dataSource && !dataSourceRef.namespace && isClaimOrSnapshot(dataSourceRef)) {
    spec.dataSource = { ...dataSourceRef };
  }
}

function isClaimOrSnapshot({ apiGroup, kind }: Reference): boolean {
  if (kind === 'PersistentVolumeClaim') return !apiGroup;
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}
