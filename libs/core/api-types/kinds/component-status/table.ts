import type { KubeObject } from '../../objects';
import { NAME, tableOf, text } from '../../tables/table-kind';

/** Health of a component, in the terms of `core/v1`. */
export interface ComponentStatus extends KubeObject {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: 'True' | 'False' | 'Unknown';
    readonly message?: string;
    readonly error?: string;
  }[];
}

/** Columns of a ComponentStatus (`pkg/printers/internalversion` upstream). */
export const COMPONENT_STATUS_TABLE = tableOf<ComponentStatus>(
  [
    NAME,
    text('Status', 'Status of the component conditions'),
    text('Message', 'Message of the component conditions'),
    text('Error', 'Error of the component conditions'),
  ],
  ({ metadata, conditions }) => {
    const healthy = conditions?.find(({ type }) => type === 'Healthy');
    const status = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy';
    return [metadata.name, status, healthy?.message ?? '', healthy?.error ?? ''];
  },
);
