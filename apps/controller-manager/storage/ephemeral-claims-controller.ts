import { Kinds, ApiError, type KubeObject, type PersistentVolumeClaim, type Pod } from '@orrery/api-types';
import {
  requireKind,
  type ComponentContext,
  type CreateRequest,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
} from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import { controllerOf, controllerReference, WorkSet, type WaitingKey } from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort;

const CLAIM = requireKind('v1', 'PersistentVolumeClaim');
const CLAIMS = 'persistentvolumeclaims';

interface NamedClaim {
  readonly volume: string;
  readonly request: CreateRequest;
}

/**
 * Makes the claims of generic ephemeral volumes: `<pod>-<volume>`, owned by the pod, so that it is deleted with it
 * (`pkg/controller/volume/ephemeral` upstream).
 */
export class EphemeralClaimsController implements Controller {
  private readonly work: WorkSet;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.work = new WorkSet(context.cluster.clock, 'ephemeral-volume', () => this.rounds.run());
    this.rounds = new Rounds(context, {
      controller: 'ephemeral-volume',
      hasWork: () => this.work.size > 0,
      round: () => this.round(),
    });
  }

  start(captured?: readonly WaitingKey[]): void {
    if (captured) return this.work.restore(captured);
    for (const pod of this.context.cluster.cache.list(Kinds.Pod)) this.mark(pod);
    this.rounds.run();
  }

  capture(): readonly WaitingKey[] {
    return this.work.toState();
  }

  stop(): void {
    this.work.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource === 'pods') {
        if (operation === Operation.Create) this.mark(object);
        else if (operation === Operation.Delete) this.work.forget(nameOf(key.namespace, key.name));
      } else if (key.resource === CLAIMS && operation === Operation.Delete) {
        const owner = controllerOf(object);
        if (owner?.kind === 'Pod') this.work.add(nameOf(key.namespace, owner.name));
      }
    }
    this.rounds.run();
  }

  private mark(object: KubeObject): void {
    const { metadata, spec } = object as Pod;
    if (!spec.volumes?.some(({ ephemeral }) => ephemeral)) return;
    this.work.add(nameOf(metadata.namespace ?? '', metadata.name));
  }

  private async round(): Promise<void> {
    for (let key = this.work.take(); key !== undefined; key = this.work.take()) {
      if (await this.makeClaims(key)) this.work.done(key);
      else this.work.failed(key);
    }
  }

  /** Makes the claims of a pod. Returns true if it has all of them now. */
  private async makeClaims(key: string): Promise<boolean> {
    const { cache, store } = this.context.cluster;
    const [namespace, name] = key.split('/') as [string, string];
    const pod = cache.get(Kinds.Pod, namespace, name);
    if (!pod || pod.metadata.deletionTimestamp) return true;
    let isDone = true;
    const missing = claimsOf(pod as Pod).filter(({ volume, request }) => {
      const { name: claimName } = (request.input as KubeObject).metadata;
      const claim = cache.get(Kinds.PersistentVolumeClaim, namespace, claimName);
      if (claim && controllerOf(claim)?.uid !== pod.metadata.uid) {
        const detail = `PVC ${namespace}/${claimName} was not created for pod ${namespace}/${name} (pod is not owner)`;
        this.warn(pod, volume, detail);
        isDone = false;
      }
      return !claim;
    });
    if (missing.length === 0) return isDone;
    const requests = missing.map(({ request }) => request);
    const answers = await store.createMany(requests, {}, this.context.fence);
    answers.forEach((answer, i) => {
      if (!(answer instanceof ApiError)) return;
      isDone = false;
      this.warn(pod, missing[i]!.volume, `create PVC ${namespace}/${name}-${missing[i]!.volume}: ${answer.message}`);
    });
    return isDone;
  }

  private warn({ metadata }: KubeObject, volume: string, detail: string): void {
    const { name, namespace = '', uid, resourceVersion } = metadata;
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', name, namespace, uid, resourceVersion };
    const message = `ephemeral volume ${volume}: ${detail}`;
    const note = {
      type: 'Warning' as const,
      reason: 'FailedBinding',
      message,
      component: 'ephemeral_volume',
      involvedObject,
    };
    this.context.cluster.events.record([note], this.context.fence);
  }
}

function claimsOf(pod: Pod): NamedClaim[] {
  const { namespace = '', name } = pod.metadata;
  const owner = { ...pod, apiVersion: 'v1', kind: 'Pod' };
  return (pod.spec.volumes ?? []).flatMap(({ name: volume, ephemeral }): NamedClaim[] => {
    const template = ephemeral?.volumeClaimTemplate as Partial<PersistentVolumeClaim> | undefined;
    if (!template) return [];
    const { labels, annotations } = template.metadata ?? {};
    const metadata = {
      name: `${name}-${volume}`,
      ownerReferences: [controllerReference(owner)],
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
    };
    return [{ volume, request: { kind: CLAIM, namespace, input: { metadata, spec: template.spec ?? {} } } }];
  });
}
