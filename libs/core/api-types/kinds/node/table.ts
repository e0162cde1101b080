import type { Node } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, joined, NAME, NONE, tableOf, text, wide, of } from '../../tables/table-kind';

const ROLE_PREFIX = 'node-role.kubernetes.io/';

const ROLE_LABEL = 'kubernetes.io/role';

const UNKNOWN = '<unknown>';

/** Columns of a Node (`pkg/printers/internalversion` upstream). */
export const NODE_TABLE = tableOf<Node>(
  [
    NAME,
    text('Status', 'The status of the node'),
    text('Roles', 'The roles of the node'),
    AGE,
    text('Version', of('V1NodeSystemInfo', 'kubeletVersion')),
    wide(text('Internal-IP', of('V1NodeStatus', 'addresses'))),
    wide(text('External-IP', of('V1NodeStatus', 'addresses'))),
    wide(text('OS-Image', of('V1NodeSystemInfo', 'osImage'))),
    wide(text('Kernel-Version', of('V1NodeSystemInfo', 'kernelVersion'))),
    wide(text('Container-Runtime', of('V1NodeSystemInfo', 'containerRuntimeVersion'))),
  ],
  (node, nowMs) => {
    const info = node.status?.nodeInfo;
    return [
      node.metadata.name,
      nodeStatus(node),
      nodeRoles(node),
      ageSince(node.metadata.creationTimestamp, nowMs),
      info?.kubeletVersion ?? '',
      addressOf(node, 'InternalIP'),
      addressOf(node, 'ExternalIP'),
      info?.osImage || UNKNOWN,
      info?.kernelVersion || UNKNOWN,
      info?.containerRuntimeVersion || UNKNOWN,
    ];
  },
);

function nodeStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const health = !ready ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${health},SchedulingDisabled` : health;
}

function nodeRoles({ metadata }: Node): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) roles.add(key.slice(ROLE_PREFIX.length));
    else if (key === ROLE_LABEL && value !== '') roles.add(value);
  }
  return joined([...roles].sort());
}

function addressOf({ status }: Node, wanted: string): string {
  return status?.addresses?.find(({ type }) => type === wanted)?.address ?? NONE;
}
