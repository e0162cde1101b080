import { actorIn } from '../../object-api/access/cluster-access';
import { AdmissionConfigurations } from '../../object-api/dynamic-admission/admission-configurations';
import { ClusterStore } from '../../object-api/writes/cluster-store';
import { LateWrites } from '../../object-api/writes/late-writes';
import type { ObjectDraws } from '../../object-api/writes/object-draws';
import { clusterDraws } from './cluster-draws';
import type { ClusterInputs } from '../../inputs/cluster-inputs';
import type {
  CachePort,
  ClockPort,
  IdentityPort,
  KindsPort,
  LogPort,
  RecordPort,
  SettingsPort,
} from '../../ports/cluster-ports';
import type { Committer } from '@orrery/store';
import type { ClusterServices } from './cluster-services';

/** The cluster that the door leads to. */
interface DoorCluster
  extends IdentityPort, RecordPort, KindsPort, CachePort, ClockPort, LogPort, Pick<SettingsPort, 'settings'> {
  readonly inputs: ClusterInputs;
  readonly committer: Committer;
  readonly rounds: { turnOfClient(): Promise<void> };
  asApiError(error: unknown): unknown;
}

/** Parts of the door besides the cluster. */
interface DoorParts {
  readonly nowMs: () => number;
  readonly draws: ObjectDraws;
  readonly services: ClusterServices;
}

/** The one way to write to a cluster, for every process. */
export function clusterDoor(runtime: DoorCluster, { nowMs, draws, services }: DoorParts): ClusterStore {
  const { activity, id: cluster, inputs, kinds, log } = runtime;
  return new ClusterStore({
    context: {
      nowMs,
      draws,
      rehearsedDraws: clusterDraws(runtime.record, services, runtime),
      cache: () => runtime.cache,
      settings: () => runtime.settings,
      hasWebhooks: () => kinds.hasWebhooks,
      asks: (question, ask, failed) => inputs.ask(question, ask, failed),
      actorOf: (user) => actorIn(runtime, user, services.authorizationMode),
      dynamic: {
        configurations: new AdmissionConfigurations(runtime),
        late: new LateWrites(
          (work) => activity.track(work),
          (err) => log.debug({ err, cluster }, 'a write that waited for webhooks was given up'),
        ),
        kinds,
        values: new WeakMap(),
        audit: (request, annotations) => log.info({ cluster, ...request, annotations }, 'audit'),
      },
    },
    commit: (intents, options) => activity.track(() => runtime.committer.commit(intents, options)),
    inTurn: (describe, act) => (describe ? inputs.take(describe, act) : runtime.rounds.turnOfClient().then(act)),
    asApiError: (error) => runtime.asApiError(error),
    evicted: (pod, annotations) => log.debug({ cluster, pod, annotations }, 'evicted'),
  });
}
