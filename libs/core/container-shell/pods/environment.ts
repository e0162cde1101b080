import type { Container } from '@orrery/api-types';
import { decode } from '../process';
import { containersOf, dataOf, fieldOf, type PodObjects } from './pod-objects';
import { resourceValue, type ResourceField } from './resource-field';

interface KeyReference {
  readonly name?: string;
  readonly key?: string;
}

interface Source {
  readonly fieldRef?: { readonly fieldPath?: string };
  readonly resourceFieldRef?: ResourceField & { readonly containerName?: string };
  readonly configMapKeyRef?: KeyReference;
  readonly secretKeyRef?: KeyReference;
}

interface EnvironmentSpec {
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: Source }[];
  readonly envFrom?: readonly {
    readonly prefix?: string;
    readonly configMapRef?: { readonly name?: string };
    readonly secretRef?: { readonly name?: string };
  }[];
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A variable that a Secret or ConfigMap gives must have a name that a shell can use. */
const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** The environment of a container: what images and kubelets set, then `envFrom`, then `env`; later ones win. */
export function environmentOf(container: Container, objects: PodObjects): Map<string, string> {
  const { env = [], envFrom = [] } = container as EnvironmentSpec;
  const environment = new Map([
    ['PATH', PATH],
    ['HOSTNAME', hostnameOf(objects)],
    ['KUBERNETES_SERVICE_HOST', 'kubernetes.default.svc'],
    ['KUBERNETES_SERVICE_PORT', '443'],
    ['HOME', '/root'],
  ]);
  for (const { prefix = '', configMapRef, secretRef } of envFrom) {
    const source = configMapRef
      ? objects.find('ConfigMap', configMapRef.name ?? '')
      : objects.find('Secret', secretRef?.name ?? '');
    for (const [key, bytes] of dataOf(source)) {
      if (VARIABLE.test(prefix + key)) environment.set(prefix + key, decode(bytes));
    }
  }
  for (const { name, value, valueFrom } of env) {
    environment.set(name, valueFrom ? valueOf(valueFrom, container, objects) : expand(value ?? '', environment));
  }
  return environment;
}

/** The host name of the pod's containers. */
export function hostnameOf({ pod }: PodObjects): string {
  const { hostname } = pod.spec as { readonly hostname?: string };
  return pod.spec.hostNetwork ? (pod.spec.nodeName ?? '') : (hostname ?? pod.metadata.name);
}

function valueOf(source: Source, container: Container, objects: PodObjects): string {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef) return fieldOf(objects.pod, fieldRef.fieldPath ?? '');
  if (resourceFieldRef) {
    const named = containersOf(objects.pod).find(({ name }) => name === resourceFieldRef.containerName);
    return resourceValue(named ?? container, resourceFieldRef, objects.allocatable);
  }
  const reference = configMapKeyRef ?? secretKeyRef;
  const object = objects.find(configMapKeyRef ? 'ConfigMap' : 'Secret', reference?.name ?? '');
  const bytes = dataOf(object).get(reference?.key ?? '');
  return bytes ? decode(bytes) : '';
}

/** `$(NAME)` of variables that were set before; `$$(NAME)` is the text itself (upstream's `expansion`). */
export function expand(text: string, environment: ReadonlyMap<string, string>): string {
  return text.replace(/\$(\$|\(([^()]*)\))/g, (whole, second: string, name: string | undefined) => {
    if (second === '$') return '$';
    return environment.get(name ?? '') ?? whole;
  });
}
