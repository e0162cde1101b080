import type { Pod } from '@orrery/api-types';
import { usedVolumes } from '../containers/used-volumes';

/** Paths that a kubelet has made on its node for volumes, as plain data. */
export type NodePathsState = readonly (readonly [path: string, kind: PathKind])[];

type PathKind = 'directory' | 'file';

interface HostPathVolume {
  readonly name: string;
  readonly hostPath?: { readonly path?: string; readonly type?: string };
}

/** Names of the types in the messages of the check. */
const NAMES: Readonly<Record<string, string>> = {
  Directory: 'directory',
  DirectoryOrCreate: 'directory',
  File: 'file',
  FileOrCreate: 'file',
  Socket: 'socket file',
  CharDevice: 'character device',
  BlockDevice: 'block device',
};

/**
 * The paths of a node, as far as its kubelet knows them: those that it has made for volumes of `hostPath`, and nothing else in
 * the directories that it has made. Of all other paths it is taken for granted that they are what a volume wants.
 */
export class NodePaths {
  private readonly made = new Map<string, PathKind>();

  /** Returns why the volumes of a pod cannot be mounted; undefined if they can, and then what they create is there. */
  mount(pod: Pod): string | undefined {
    const volumes = ((pod.spec.volumes ?? []) as readonly HostPathVolume[]).filter(({ hostPath }) => hostPath);
    if (volumes.length === 0) return undefined;
    const used = usedVolumes(pod);
    for (const { name, hostPath } of volumes) {
      const problem = used.has(name) ? this.check(plainPath(hostPath!.path ?? ''), hostPath!.type ?? '') : undefined;
      if (problem !== undefined) return `MountVolume.SetUp failed for volume "${name}" : ${problem}`;
    }
    return undefined;
  }

  toState(): NodePathsState {
    return [...this.made];
  }

  restore(state: NodePathsState): void {
    for (const [path, kind] of state) this.made.set(path, kind);
  }

  /** Checks a path as `checkTypeInternal` of upstream's `pkg/volume/hostpath` does, and creates it where the type says so. */
  private check(path: string, type: string): string | undefined {
    const wanted = NAMES[type];
    const kind = this.made.get(path);
    const isMissing = kind === undefined && this.made.get(path.slice(0, path.lastIndexOf('/'))) === 'directory';
    if (type === 'DirectoryOrCreate' || type === 'FileOrCreate') {
      if (kind === undefined) this.made.set(path, wanted as PathKind);
      else if (kind !== wanted) return failed(path, wanted!);
      return undefined;
    }
    if (wanted === undefined) return undefined;
    return isMissing || (kind !== undefined && kind !== wanted) ? failed(path, wanted) : undefined;
  }
}

function failed(path: string, wanted: string): string {
  return `hostPath type check failed: ${path} is not a ${wanted}`;
}

function plainPath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
