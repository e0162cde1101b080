import { at, orElse, type FieldReader } from '../../selectors/field-reader';

const readPodIps: FieldReader = (object) => {
  const ips = (object.status as { podIPs?: readonly { ip?: string }[] } | undefined)?.podIPs;
  return Array.isArray(ips) ? ips.map((entry) => entry.ip ?? '').join(',') : '';
};

/** Fields that selectors may name, besides name and namespace. */
export const POD_FIELDS: Readonly<Record<string, FieldReader>> = {
  'spec.nodeName': at('spec', 'nodeName'),
  'spec.restartPolicy': at('spec', 'restartPolicy'),
  'spec.schedulerName': at('spec', 'schedulerName'),
  'spec.serviceAccountName': at('spec', 'serviceAccountName'),
  'spec.hostNetwork': orElse(at('spec', 'hostNetwork'), 'false'),
  'status.phase': at('status', 'phase'),
  'status.podIP': at('status', 'podIP'),
  'status.podIPs': readPodIps,
  'status.nominatedNodeName': at('status', 'nominatedNodeName'),
};
