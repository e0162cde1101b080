import { FlowClassifier, type Access, type FlowClassification, type User } from '@orrery/access';
import { isUpTo, Kinds, type PriorityLevelConfiguration } from '@orrery/api-types';
import { bundleOf, type ClusterRuntime } from '@orrery/control-plane';

const LEVELS = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';
const RESOURCES: readonly string[] = ['flowschemas.flowcontrol.apiserver.k8s.io', LEVELS];

/**
 * The flow schemas of clusters, read again when a request first meets them after a change. Requests are classified but
 * never queued.
 */
export class RequestFlows {
  private readonly flows = new WeakMap<ClusterRuntime['record'], { classifier: FlowClassifier | undefined }>();

  /** Returns the flow schema and priority level of a request; undefined in releases without flow control. */
  classify(runtime: ClusterRuntime, user: User, access: Access): FlowClassification | undefined {
    if (isUpTo(bundleOf(runtime.settings), '1.11')) return undefined;
    const known = this.flows.get(runtime.record) ?? this.follow(runtime);
    known.classifier ??= new FlowClassifier(
      runtime.cache.list(Kinds.FlowSchema),
      runtime.cache.list(LEVELS) as PriorityLevelConfiguration[],
    );
    return known.classifier.classify(user, access);
  }

  private follow(runtime: ClusterRuntime): { classifier: FlowClassifier | undefined } {
    const known: { classifier: FlowClassifier | undefined } = { classifier: undefined };
    const subscribe = (): void => {
      known.classifier = undefined;
      runtime.cache.subscribe((changes) => {
        if (changes.some(({ key }) => RESOURCES.includes(key.resource))) known.classifier = undefined;
      });
    };
    subscribe();
    runtime.onCacheReplaced(subscribe);
    this.flows.set(runtime.record, known);
    return known;
  }
}
