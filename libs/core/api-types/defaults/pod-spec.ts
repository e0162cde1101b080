import type * as core from 'kubernetes-types/core/v1';
import type { PodSpec } from '../objects';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Fills what the API server fills in a pod's spec (as in v1.20.2 `pkg/apis/core/v1/defaults.go`). Changes the spec in
 * place: it is the fresh object that decoding made.
 */
export function defaultPodSpec(target: PodSpec): void {
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
  spec.enableServiceLinks ??= true;
  spec.volumes?.forEach(defaultVolume);
  spec.initContainers?.forEach((container) => defaultContainer(container, spec.hostNetwork === true));
  spec.containers?.forEach((container) => defaultContainer(container, spec.hostNetwork === true));
}

function defaultContainer(container: Mutable<core.Container>, hostNetwork: boolean): void {
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  container.imagePullPolicy ??= pullPolicyOf(container.image ?? '');
  container.resources ??= {};
  const { limits, requests } = container.resources;
  if (limits) container.resources.requests = { ...limits, ...requests };
  container.ports?.forEach((port: Mutable<core.ContainerPort>) => {
    port.protocol ??= 'TCP';
    // On the host's network a port of the container is a port of the host.
    if (hostNetwork && !port.hostPort) port.hostPort = port.containerPort;
  });
  container.env?.forEach(defaultEnv);
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) defaultProbe(probe);
  }
  for (const handler of [container.lifecycle?.postStart, container.lifecycle?.preStop]) {
    if (handler?.httpGet) defaultHttpGet(handler.httpGet);
  }
}

/** Images without a tag, or with the tag `latest`, are pulled each time. */
function pullPolicyOf(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (name.includes('@')) return 'IfNotPresent';
  const colon = name.lastIndexOf(':');
  return colon < 0 || name.slice(colon + 1) === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultEnv(variable: core.EnvVar): void {
  const reference = variable.valueFrom?.fieldRef as Mutable<core.ObjectFieldSelector> | undefined;
  if (reference) reference.apiVersion ??= 'v1';
}

function defaultProbe(probe: Mutable<core.Probe>): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.httpGet) defaultHttpGet(probe.httpGet);
}

function defaultHttpGet(action: Mutable<core.HTTPGetAction>): void {
  action.path ||= '/';
  action.scheme ||= 'HTTP';
}

const SOURCES_WITH_MODE = ['secret', 'configMap', 'downwardAPI', 'projected'] as const;

function defaultVolume(volume: Mutable<core.Volume>): void {
  // A volume without a source is an empty directory.
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  if (volume.hostPath) (volume.hostPath as Mutable<core.HostPathVolumeSource>).type ??= '';
  for (const source of SOURCES_WITH_MODE) {
    const value = volume[source] as { defaultMode?: number } | undefined;
    if (value) value.defaultMode ??= 420;
  }
  for (const part of volume.projected?.sources ?? []) {
    const token = part.serviceAccountToken as Mutable<core.ServiceAccountTokenProjection> | undefined;
    if (token) token.expirationSeconds ??= 3600;
  }
}
