import {
  badRequest,
  internal,
  invalid,
  invalidField,
  Kinds,
  matchesLabelSelector,
  type FieldError,
} from '@orrery/api-types';
import { integerParameter, isTrue } from '@orrery/api-protocol';
import { keyOf, requireKind } from '@orrery/control-plane';
import { TimerPhase } from '@orrery/time';
import {
  deployerPodName,
  isComplete,
  loggedVersion,
  mostTelling,
  phaseOf,
  VersionPhase,
  type Version,
} from '@orrery/openshift';
import { readLog, type Answer, type KindRequest } from '@orrery/rest-api';
import { requestedConfig, requireVersion } from './version-lookup';

const POD = requireKind('v1', 'Pod');
const REPLICATION_CONTROLLER = requireKind('v1', 'ReplicationController');
/** Time limit for a rollout to begin while a client waits for its log, in cluster time. */
const WAIT_MS = 60_000;
/** Options that apply to the config, and not to the pod. */
const OWN_OPTIONS: readonly string[] = ['version', 'previous', 'nowait'];

/**
 * Answers with the log of a rollout (`oc logs dc/x`): of its deployer pod, or of one of its pods once it is complete.
 * Waits until it has begun. Throws 400 for an unknown rollout or one that does not begin, 422 for invalid options.
 */
export async function readDeploymentLog(request: KindRequest): Promise<Answer> {
  const { query, runtime } = request;
  const version = integerParameter(query, 'version');
  const isPrevious = isTrue(query['previous']);
  const errors = optionErrors(version, isPrevious);
  if (errors.length > 0) throw invalid({ group: request.kind.group, kind: 'DeploymentLogOptions' }, '', errors);
  const config = requestedConfig(request);
  const target = loggedVersion(config, { version, isPrevious });
  if ('problem' in target) throw badRequest(target.problem);
  const found = requireVersion(runtime, config, target.number);
  if (hasBegun(found)) return readPod(request, found);
  if (isTrue(query['nowait'])) return { code: 200, body: '' };
  return readPod(request, await begun(request, found));
}

function optionErrors(version: number | undefined, isPrevious: boolean): FieldError[] {
  const errors: FieldError[] = [];
  if (version !== undefined && version <= 0) {
    errors.push(invalidField('version', version, 'deployment version must be greater than 0'));
  }
  if (version !== undefined && isPrevious) {
    errors.push(invalidField('previous', true, 'cannot use previous when a version is specified'));
  }
  return errors;
}

function hasBegun(version: Version): boolean {
  const phase = phaseOf(version);
  return phase !== VersionPhase.New && phase !== VersionPhase.Pending;
}

function readPod(request: KindRequest, version: Version): Promise<Answer> {
  const name = isComplete(version) ? applicationPod(request, version) : deployerPodName(version.metadata.name);
  const query = Object.fromEntries(Object.entries(request.query).filter(([option]) => !OWN_OPTIONS.includes(option)));
  const path = { ...request.path, group: '', version: 'v1', resource: POD.resource, name };
  return readLog({ ...request, kind: POD, apiVersion: 'v1', path, query });
}

function applicationPod({ runtime, namespace }: KindRequest, { spec }: Version): string {
  const selector = { matchLabels: { ...spec.selector } };
  const pods = runtime.cache
    .list(Kinds.Pod, namespace)
    .filter(({ metadata }) => matchesLabelSelector(selector, metadata.labels));
  const pod = mostTelling(pods);
  if (!pod) throw internal('timed out waiting for the condition');
  return pod.metadata.name;
}

/** The version once its rollout has begun; throws 400 when that takes too long. */
function begun({ runtime, response }: KindRequest, version: Version): Promise<Version> {
  const { name, namespace = '', uid } = version.metadata;
  const key = keyOf({ kind: REPLICATION_CONTROLLER, namespace, name });
  const pod = deployerPodName(name);
  return new Promise<Version>((resolve, reject) => {
    const stops: (() => void)[] = [];
    const settle = (act: () => void): void => {
      for (const stop of stops.splice(0)) stop();
      act();
    };
    const fail = (why: string): void => settle(() => reject(badRequest(`failed to run deployer pod ${pod}: ${why}`)));
    const look = (): void => {
      const now = runtime.cache.get(key) as Version | undefined;
      if (now?.metadata.uid !== uid) fail('it is gone');
      else if (hasBegun(now)) settle(() => resolve(now));
    };
    const timer = runtime.clock.setTimer(
      runtime.clock.now() + WAIT_MS,
      TimerPhase.Controllers,
      'log of a deployment',
      () => fail('timed out waiting for the condition'),
    );
    stops.push(
      () => timer.cancel(),
      runtime.cache.subscribe(look),
      runtime.onCacheReplaced(() => fail('the state was read again')),
    );
    response.once('close', () => fail('the client has gone'));
    look();
  });
}
