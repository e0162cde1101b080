import { groupOf, versionOf, type KubeObject } from '@orrery/api-types';

/** Operation of a request, as rules name it. */
export type RequestOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** A version in which a resource is served. */
export interface ResourceView {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** An object of the request as this version shows it. */
  form(object: KubeObject): KubeObject;
  /** An object that has this version as the request has its objects. */
  back(object: KubeObject): KubeObject;
}

/** Sender of a request. */
export interface RequestUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Request as policies and webhooks see it (`admission.Attributes` upstream). */
export interface RequestAttributes {
  readonly operation: RequestOperation;
  /** The version that the client named. */
  readonly requested: ResourceView;
  /** Other versions in which the same objects are served; computed only where a rule names none that was requested. */
  readonly equivalents: () => readonly ResourceView[];
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty if the server will give one. */
  readonly name: string;
  /** Empty for objects without namespace. */
  readonly namespace: string;
  /** Absent on DELETE. */
  readonly object: KubeObject | undefined;
  /** Absent on CREATE. */
  readonly oldObject: KubeObject | undefined;
  /** `CreateOptions` and the like; null for connections. */
  readonly options: object | null;
  readonly isDryRun: boolean;
  readonly user: RequestUser;
}

/** The parts of `group/version` and a kind. */
export function gvk(apiVersion: string, kind: string): GroupVersionKind {
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind };
}

/** The parts of `group/version` and a resource. */
export function gvr(apiVersion: string, resource: string): GroupVersionResource {
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), resource };
}

const REGISTRATION = 'admissionregistration.k8s.io';
const QUESTIONS: ReadonlySet<string> = new Set([
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
]);

interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/**
 * Returns true if no policy or webhook ever checks the resource: it configures the checks, so that a mistake in them
 * can be corrected (`rules.IsExemptAdmissionConfigurationResource` upstream).
 */
export function isExempt({ group }: GroupResource): boolean {
  return group === REGISTRATION;
}

/** Returns whether policies pass the resource over, which webhooks see: questions to the server (`exclusion/resources.go` upstream). */
export function isExemptFromPolicies({ group, resource }: GroupResource): boolean {
  return QUESTIONS.has(`${resource}.${group}`);
}

/** The name by which a refusal calls its object: the beginning of the name where the server gives one. */
export function shownName({ name, object }: RequestAttributes): string {
  return name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown!';
}
