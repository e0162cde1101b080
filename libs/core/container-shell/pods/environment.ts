import type { Container } from '@orrery/api-types';
import { decode } from '../process';
import { containersOf, fieldOf, variableDataOf, type PodObjects } from './pod-objects';
import { resourceValue, type ResourceField } from './resource-field';
import { linkedServices, serviceVariables } from './service-variables';

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
/** A variable that a Secret or ConfigMap gives must have a name that a shell can use (`IsEnvVarName` upstream). */
const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/**
 * The variables that a kubelet gives a container: `envFrom`, then `env`, where later ones win, then those of services that
 * have no value yet (`makeEnvironmentVariables` of upstream's `kubelet_pods.go`). References in a command are to these.
 */
export function kubeletVariables(container: Container, objects: PodObjects): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { name, value } of variablesFrom(container, objects)) {
    if (!objects.skipsInvalidVariables || isVariableName(name)) variables.set(name, value);
  }
  const { pod, services } = objects;
  const { namespace = '' } = pod.metadata;
  const { enableServiceLinks = true } = pod.spec as { readonly enableServiceLinks?: boolean };
  const ofServices = serviceVariables(linkedServices(services(), namespace, enableServiceLinks));
  const valueNow = (name: string): string | undefined => variables.get(name) ?? ofServices.get(name);
  for (const { name, value, valueFrom } of (container as EnvironmentSpec).env ?? []) {
    const given = valueFrom && !value ? valueOf(valueFrom, container, objects) : expandBy(value ?? '', valueNow);
    // An optional key that is not there leaves no variable.
    if (given === undefined) continue;
    ofServices.delete(name);
    variables.set(name, given);
  }
  for (const [name, value] of ofServices) if (!variables.has(name)) variables.set(name, value);
  return variables;
}

/** Returns the environment of a container: the variables of images and runtimes, overridden by those of its kubelet. */
export function environmentOf(container: Container, objects: PodObjects): Map<string, string> {
  return new Map([
    ['PATH', PATH],
    ['HOSTNAME', hostnameOf(objects.pod)],
    ['HOME', '/root'],
    ...kubeletVariables(container, objects),
  ]);
}

/**
 * Returns the kubelet's texts about keys in `envFrom` that are not valid variable names, one text per source; empty where the
 * kubelet accepts such keys, as later releases do.
 */
export function skippedVariables(container: Container, objects: PodObjects): string[] {
  if (!objects.skipsInvalidVariables || !(container as EnvironmentSpec).envFrom) return [];
  const bySource = new Map<string, string[]>();
  for (const { name, source } of variablesFrom(container, objects)) {
    if (isVariableName(name)) continue;
    bySource.set(source, [...(bySource.get(source) ?? []), name]);
  }
  return [...bySource].map(
    ([source, names]) =>
      `Keys [${names.sort().join(', ')}] from the EnvFrom ${source} were skipped since they are considered invalid environment variable names.`,
  );
}

function isVariableName(name: string): boolean {
  return VARIABLE.test(name) && name !== '.' && !name.startsWith('..');
}

interface GivenVariable {
  readonly name: string;
  readonly value: string;
  /** As messages name it, such as `secret default/keys`. */
  readonly source: string;
}

function variablesFrom(container: Container, { pod, find }: PodObjects): GivenVariable[] {
  const { envFrom = [] } = container as EnvironmentSpec;
  return envFrom.flatMap(({ prefix = '', configMapRef, secretRef }) => {
    const { name = '' } = configMapRef ?? secretRef ?? {};
    const source = `${configMapRef ? 'configMap' : 'secret'} ${pod.metadata.namespace ?? ''}/${name}`;
    const data = variableDataOf(find(configMapRef ? 'ConfigMap' : 'Secret', name));
    return [...data].map(([key, bytes]) => ({ name: prefix + key, value: decode(bytes), source }));
  });
}

/** Longer names are cut, as the kernel takes no more (`truncatePodHostnameIfNeeded` upstream). */
const MAX_HOSTNAME = 63;

/** The host name of the pod's containers. */
export function hostnameOf({ metadata, spec }: PodObjects['pod']): string {
  const { hostname } = spec as { readonly hostname?: string };
  if (spec.hostNetwork) return spec.nodeName ?? '';
  const name = hostname ?? metadata.name;
  if (name.length <= MAX_HOSTNAME) return name;
  let end = MAX_HOSTNAME;
  while (name[end - 1] === '-' || name[end - 1] === '.') end--;
  return name.slice(0, end);
}

function valueOf(source: Source, container: Container, objects: PodObjects): string | undefined {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef) return fieldOf(objects.pod, fieldRef.fieldPath ?? '');
  if (resourceFieldRef) {
    const named = containersOf(objects.pod).find(({ name }) => name === resourceFieldRef.containerName);
    return resourceValue(named ?? container, resourceFieldRef, objects.allocatable);
  }
  const reference = configMapKeyRef ?? secretKeyRef;
  const object = objects.find(configMapKeyRef ? 'ConfigMap' : 'Secret', reference?.name ?? '');
  const bytes = variableDataOf(object).get(reference?.key ?? '');
  return bytes && decode(bytes);
}

/** `$(NAME)` of variables that are known; `$$` is one dollar, so that `$$(NAME)` is the text itself (upstream's `expansion`). */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return expandBy(text, (name) => variables.get(name));
}

function expandBy(text: string, valueOfName: (name: string) => string | undefined): string {
  return text.replace(/\$(\$|\(([^()]*)\))/g, (whole, second: string, name: string | undefined) => {
    if (second === '$') return '$';
    return valueOfName(name ?? '') ?? whole;
  });
}
