import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';
import { availabilityOf, type ApiService } from './api-service';

/** Columns of an APIService (`kube-aggregator/pkg/registry/apiservice/etcd` upstream). */
export const API_SERVICE_TABLE = tableOf<ApiService>(
  [
    NAME,
    text('Service', 'The reference to the service that hosts this API endpoint.'),
    text('Available', 'Whether this service is available.'),
    AGE,
  ],
  (object, nowMs) => {
    const { metadata, spec } = object;
    const condition = availabilityOf(object);
    const isPlain = condition === undefined || condition.status === 'True';
    return [
      metadata.name,
      spec.service ? `${spec.service.namespace}/${spec.service.name}` : 'Local',
      isPlain ? (condition?.status ?? 'Unknown') : `${condition.status} (${condition.reason ?? ''})`,
      ageSince(metadata.creationTimestamp, nowMs),
    ];
  },
);
