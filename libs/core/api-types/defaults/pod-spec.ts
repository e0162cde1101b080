import type * as core from 'kubernetes-types/core/v1';
import type { PodSpec } from '../objects';
import { structNamed } from '../structure/struct-table';
import { addWrittenZeros } from '../structure/zero-values';
import { pullPolicyOf } from './pull-policy';
import { defaultFieldRef, defaultVolume } from './volumes';

const podSpecStruct = structNamed('V1PodSpec')!;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Fills the fields that the API server fills in the spec of a pod: those that {@link defaultTemplateSpec} fills in templates as
 * well, and those that it leaves to the pods made from them (as `SetDefaults_Pod` in `pkg/apis/core/v1/defaults.go`). Changes
 * the spec in place: it is the fresh object that decoding made.
 */
export function defaultPodSpec(target: PodSpec): void {
  const spec = target as Mutable<PodSpec>;
  defaultTemplateSpec(spec);
  spec.enableServiceLinks ??= true;
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const resources = container.resources as Mutable<core.ResourceRequirements> | undefined;
    if (resources?.limits) resources.requests = { ...resources.limits, ...resources.requests };
    if (spec.hostNetwork) container.ports?.forEach(defaultHostPort);
  }
}

/** On the host's network a port of the container is a port of the host. */
function defaultHostPort(port: Mutable<core.ContainerPort>): void {
  if (!port.hostPort) port.hostPort = port.containerPort;
}

/**
 * Fills the fields that the API server fills in every spec of pods, those of templates included (as `SetDefaults_PodSpec` and
 * its neighbours in `pkg/apis/core/v1/zz_generated.defaults.go`). Changes the spec in place.
 */
export function defaultTemplateSpec(target: PodSpec): void {
  const spec = target as Mutable<PodSpec>;
  spec.restartPolicy ??= 'Always';
  spec.terminationGracePeriodSeconds ??= 30;
  spec.dnsPolicy ??= 'ClusterFirst';
  if (spec.serviceAccountName ?? spec.serviceAccount) {
    spec.serviceAccountName ??= spec.serviceAccount as string;
    spec.serviceAccount = spec.serviceAccountName;
  }
  spec.securityContext ??= {};
  spec.schedulerName ||= 'default-scheduler';
  spec.volumes?.forEach(defaultVolume);
  for (const list of [spec.initContainers, spec.containers, spec.ephemeralContainers]) list?.forEach(defaultContainer);
  addWrittenZeros(podSpecStruct, spec as Record<string, unknown>);
}

function defaultContainer(container: Mutable<core.Container>): void {
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  container.imagePullPolicy ??= pullPolicyOf(container.image ?? '');
  container.resources ??= {};
  container.ports?.forEach((port: Mutable<core.ContainerPort>) => (port.protocol ??= 'TCP'));
  container.env?.forEach((variable) => defaultFieldRef(variable.valueFrom));
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) defaultProbe(probe);
  }
  for (const handler of [container.lifecycle?.postStart, container.lifecycle?.preStop]) {
    if (handler?.httpGet) defaultHttpGet(handler.httpGet);
  }
}

function defaultProbe(probe: Mutable<core.Probe>): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.httpGet) defaultHttpGet(probe.httpGet);
  if (probe.grpc) (probe.grpc as Mutable<core.GRPCAction>).service ??= '';
}

function defaultHttpGet(action: Mutable<core.HTTPGetAction>): void {
  action.path ||= '/';
  action.scheme ||= 'HTTP';
}
