import { fields, integer, withDefault, type ValueOf } from '@orrery/documents';

/** Arguments of the plugins that count the disks of a node. */
export const ATTACH_LIMITS_ARGS = fields({
  maxVolumes: withDefault(
    integer({ about: 'Replaces the default number of disks a node, where above 0; KUBE_MAX_PD_VOLS where absent.' }),
    0,
  ),
});
export type AttachLimitsArgs = ValueOf<typeof ATTACH_LIMITS_ARGS>;
