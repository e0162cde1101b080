import { ConfigLabel, type DeploymentConfig } from '@orrery/api-types';
import { controllerReference } from '@orrery/workloads';
import { annotationOf, ConfigAnnotation, versionName, VersionPhase } from './version';

/** Makes the replication controller that the API server creates for a config (`MakeDeployment` of library-go's appsutil). */
export function newVersion(config: DeploymentConfig): object {
  const { metadata, spec, status } = config;
  const number = status?.latestVersion ?? 0;
  const name = versionName(metadata.name, number);
  const own = { [ConfigLabel.Config]: metadata.name, [ConfigLabel.Version]: name };
  const reason = status?.details?.message;
  const ignored = annotationOf(config, ConfigAnnotation.IgnorePod);
  return {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: {
      name,
      namespace: metadata.namespace,
      annotations: {
        [ConfigAnnotation.Config]: metadata.name,
        [ConfigAnnotation.EncodedConfig]: encoded(config),
        [ConfigAnnotation.Phase]: VersionPhase.New,
        [ConfigAnnotation.Version]: String(number),
        [ConfigAnnotation.DesiredReplicas]: String(spec.replicas ?? 0),
        [ConfigAnnotation.Replicas]: '0',
        ...(reason ? { [ConfigAnnotation.Reason]: reason } : {}),
        ...(ignored === '' ? {} : { [ConfigAnnotation.IgnorePod]: ignored }),
      },
      labels: { ...metadata.labels, [ConfigAnnotation.Config]: metadata.name },
      ownerReferences: [controllerReference(config)],
    },
    spec: {
      // The deployer gives it its pods.
      replicas: 0,
      selector: { ...spec.selector, ...own },
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      template: {
        metadata: {
          labels: { ...spec.template?.metadata?.labels, ...own },
          annotations: {
            ...spec.template?.metadata?.annotations,
            [ConfigAnnotation.Deployment]: name,
            [ConfigAnnotation.Config]: metadata.name,
            [ConfigAnnotation.Version]: String(number),
          },
        },
        spec: withTrimmedImages(spec.template?.spec),
      },
    },
  };
}

function encoded({ apiVersion, kind, metadata, spec, status }: DeploymentConfig): string {
  const { managedFields: _managedFields, ...known } = metadata;
  return `${JSON.stringify({ kind, apiVersion, metadata: known, spec, status })}\n`;
}

/** Older configs had images with spaces around them. */
function withTrimmedImages<T extends { readonly containers: readonly { readonly image?: string }[] }>(
  spec: T | undefined,
): object {
  if (!spec) return {};
  const containers = spec.containers.map((each) =>
    each.image === undefined ? each : { ...each, image: each.image.trim() },
  );
  return { ...spec, containers };
}
