import { BOOL, DYN, INT, listType, mapType, objectType, STRING, TIMESTAMP, type CelType } from '@orrery/cel';

function object(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  return objectType(`kubernetes.${name}`, new Map(Object.entries(fields)));
}

const TEXTS = listType(STRING);
const TEXT_MAP = mapType(STRING, STRING);
const KIND = object('GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = object('GroupVersionResource', { group: STRING, version: STRING, resource: STRING });

/** The type of `request` (`BuildRequestType` of `apiserver/pkg/admission/plugin/cel/compile.go`). */
export const REQUEST_TYPE = object('AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: object('UserInfo', { username: STRING, uid: STRING, groups: TEXTS, extra: mapType(STRING, TEXTS) }),
  dryRun: BOOL,
  options: DYN,
});

/** The type of `namespaceObject` (`BuildNamespaceType`, which has `UID` where objects have `uid`; both are known here). */
export const NAMESPACE_TYPE = object('Namespace', {
  metadata: object('NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: TEXT_MAP,
    annotations: TEXT_MAP,
    UID: STRING,
    uid: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: TEXTS,
  }),
  spec: object('NamespaceSpec', { finalizers: TEXTS }),
  status: object('NamespaceStatus', {
    conditions: listType(
      object('NamespaceCondition', {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});
