import { deepEqual, type KubeObject } from '@orrery/api-types';
import {
  requireKind,
  type CertificatesPort,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type LogPort,
  type ObjectsPort,
} from '@orrery/control-plane';
import type { Change } from '@orrery/store';
import { clientTrust, CLIENT_TRUST } from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & CertificatesPort;

const CONFIG_MAP = requireKind('v1', 'ConfigMap');
const KEY = { resource: CONFIG_MAP.resource, ...CLIENT_TRUST };

/**
 * Publishes the authorities by which extension API servers verify the clients of the cluster
 * (`clusterauthenticationtrust` upstream). Changes by clients are reverted.
 */
export class ClusterTrustController implements Controller {
  private isDirty = false;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'cluster-trust',
      hasWork: () => this.isDirty,
      round: () => this.round(),
    });
  }

  start(): void {
    this.isDirty = true;
    this.rounds.run();
  }

  stop(): void {
    this.isDirty = false;
  }

  follow(changes: readonly Change[]): void {
    const isChanged = changes.some(
      ({ key }) =>
        (key.resource === KEY.resource && key.namespace === KEY.namespace && key.name === KEY.name) ||
        // Upstream makes the namespace, too, if it has to; here it comes with the cluster.
        (key.resource === 'namespaces' && key.name === KEY.namespace),
    );
    if (!isChanged) return;
    this.isDirty = true;
    this.rounds.run();
  }

  private async round(): Promise<void> {
    this.isDirty = false;
    const { cluster, fence } = this.context;
    const { cache, store, certificates } = cluster;
    const data = clientTrust(certificates);
    const published = cache.get(KEY);
    if (published && deepEqual(published['data'], data)) return;
    if (published) {
      await store.modify(
        [{ key: KEY, change: (object): KubeObject => ({ ...object, data }) }],
        fence,
        'kube-apiserver',
      );
      return;
    }
    if (!cache.get({ resource: 'namespaces', namespace: '', name: KEY.namespace })) return;
    const { namespace, name } = CLIENT_TRUST;
    const input = { metadata: { name, namespace }, data };
    await store.createMany([{ kind: CONFIG_MAP, namespace, input }], { fieldManager: 'kube-apiserver' }, fence);
  }
}
