import { fieldsOf } from './fields-of';
import type { KubeObject } from '../objects';

type Fields = Record<string, unknown>;

/** The number that means "no limit" in versions that could not leave a number out. */
const NO_LIMIT = 2 ** 31 - 1;
const OLDEST = ['apps/v1beta1', 'extensions/v1beta1'];

/**
 * Defaults of the first versions of workloads that differ from apps/v1, by kind and version (`pkg/apis/apps/v1beta1` and
 * `pkg/apis/extensions/v1beta1/defaults.go` of Kubernetes 1.11). apps/v1beta2 has the defaults of apps/v1.
 */
const DEFAULTS: Readonly<Record<string, (spec: Fields) => void>> = {
  'apps/v1beta1 Deployment': (spec) => void (spec['revisionHistoryLimit'] ??= 2),
  'apps/v1beta1 StatefulSet': replaceOnDelete,
  'extensions/v1beta1 DaemonSet': replaceOnDelete,
  'extensions/v1beta1 Deployment': (spec) => {
    spec['revisionHistoryLimit'] ??= NO_LIMIT;
    spec['progressDeadlineSeconds'] ??= NO_LIMIT;
    const strategy = fieldsOf(spec['strategy'] ?? {});
    if (!strategy || (strategy['type'] ?? 'RollingUpdate') !== 'RollingUpdate') return;
    const rolling = fieldsOf(strategy['rollingUpdate'] ?? {});
    if (!rolling) return;
    spec['strategy'] = { ...strategy, rollingUpdate: { maxUnavailable: 1, maxSurge: 1, ...rolling } };
  },
};

/**
 * A workload in another version. The fields are the same; the first versions take a missing selector and missing labels
 * from the template and have defaults of their own, which must be filled before those of apps/v1 are.
 */
export function convertWorkload(object: KubeObject, apiVersion: string): KubeObject {
  const spec = fieldsOf(object.spec);
  if (!spec) return { ...object, apiVersion };
  if (!OLDEST.includes(object.apiVersion))
    return OLDEST.includes(apiVersion) ? withRollback(object, apiVersion) : { ...object, apiVersion };
  const { rollbackTo, ...filled } = spec;
  const labels = fieldsOf(fieldsOf(fieldsOf(spec['template'])?.['metadata'])?.['labels']);
  if (labels) filled['selector'] ??= { matchLabels: { ...labels } };
  DEFAULTS[`${object.apiVersion} ${object.kind}`]?.(filled);
  const metadata = withRevision(withLabels(object.metadata, labels), rollbackTo);
  return { ...object, apiVersion, metadata, spec: filled };
}

/** Versions without `spec.rollbackTo` have an annotation for it (`apps.DeprecatedRollbackTo` upstream). */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

function withRevision(metadata: KubeObject['metadata'], rollbackTo: unknown): KubeObject['metadata'] {
  const asked = fieldsOf(rollbackTo);
  const { revision = 0 } = asked ?? {};
  const own = fieldsOf(metadata);
  if (!asked || !own || !Number.isSafeInteger(revision)) return metadata;
  const annotations = { ...fieldsOf(own['annotations']), [ROLLBACK_TO]: String(revision as number) };
  // Nothing of the body is decoded yet: decoding evaluates annotations and the other fields.
  return { ...own, annotations } as unknown as KubeObject['metadata'];
}

function withRollback(object: KubeObject, apiVersion: string): KubeObject {
  const { [ROLLBACK_TO]: asked, ...annotations } = object.metadata.annotations ?? {};
  if (asked === undefined || !/^-?[0-9]+$/.test(asked)) return { ...object, apiVersion };
  const { annotations: _annotations, ...metadata } = object.metadata;
  const others = Object.keys(annotations).length > 0 ? { annotations } : {};
  const spec = { ...fieldsOf(object.spec), rollbackTo: asked === '0' ? {} : { revision: Number(asked) } };
  return { ...object, apiVersion, metadata: { ...metadata, ...others }, spec };
}

function withLabels(metadata: KubeObject['metadata'], labels: Fields | undefined): KubeObject['metadata'] {
  const own = fieldsOf(metadata);
  const hasLabels = Object.keys(fieldsOf(own?.['labels']) ?? {}).length > 0;
  if (!own || !labels || hasLabels) return metadata;
  // Nothing of the body is decoded yet: decoding evaluates labels and the other fields.
  return { ...own, labels: { ...labels } } as unknown as KubeObject['metadata'];
}

function replaceOnDelete(spec: Fields): void {
  const strategy = fieldsOf(spec['updateStrategy'] ?? {});
  if (strategy) spec['updateStrategy'] = { ...strategy, type: strategy['type'] ?? 'OnDelete' };
}
