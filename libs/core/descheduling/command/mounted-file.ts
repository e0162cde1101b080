import { withoutEnd, type Container, type Pod } from '@orrery/api-types';

/** A file of a container that comes from a ConfigMap. */
export interface MountedFile {
  readonly configMap: string;
  readonly key: string;
}

/** Returns the ConfigMap and key that a path in a container shows; undefined if none is mounted there. */
export function mountedFile({ spec }: Pod, container: Container, path: string): MountedFile | undefined {
  for (const { mountPath, name, subPath } of container.volumeMounts ?? []) {
    const folder = withoutEnd(mountPath, '/');
    const configMap = (spec.volumes ?? []).find((volume) => volume.name === name)?.configMap;
    if (!configMap?.name) continue;
    const inside =
      subPath && path === folder ? subPath : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
    if (inside === undefined) continue;
    const item = configMap.items?.find((each) => each.path === inside);
    if (configMap.items && !item) continue;
    return { configMap: configMap.name, key: item?.key ?? inside };
  }
  return undefined;
}
