import { NAME, tableOf, text } from '../../../tables/table-kind';
import { DeploymentTrigger, type DeploymentConfig, type ImageChangeParams } from './deployment-config';

/** Columns of a DeploymentConfig (`pkg/printers/apps` of OpenShift). */
export const DEPLOYMENT_CONFIG_TABLE = tableOf<DeploymentConfig>(
  [
    NAME,
    text('Revision', 'The version that is rolled out.'),
    text('Desired', 'Number of desired pods.'),
    text('Current', 'Number of pods of the latest version.'),
    text('Triggered By', 'What starts a new version.'),
  ],
  ({ metadata, spec, status }) => [
    metadata.name,
    String(status?.latestVersion ?? 0),
    `${spec.replicas ?? 0}${spec.test ? ' (during test)' : ''}`,
    String(status?.updatedReplicas ?? 0),
    triggersOf(spec),
  ],
);

function triggersOf({ triggers = [], template }: DeploymentConfig['spec']): string {
  const containers = template?.spec?.containers.map(({ name }) => name) ?? [];
  const texts = triggers.flatMap(({ type = '', imageChangeParams }) => {
    if (type === DeploymentTrigger.ConfigChange) return ['config'];
    if (type !== DeploymentTrigger.ImageChange) return [type];
    return imageChangeParams?.automatic ? [imageText(imageChangeParams, containers)] : [];
  });
  return [...new Set(texts)].sort().join(',');
}

function imageText({ from, containerNames = [] }: ImageChangeParams, containers: readonly string[]): string {
  const isPlain = containers.length === 1 || containerNames.every((name) => containers.includes(name));
  const prefix = isPlain ? '' : `${[...containerNames].sort().join(',')}:`;
  const kind = from?.kind === 'ImageStreamTag' ? 'image' : from?.kind;
  return `${kind}(${prefix}${from?.name ?? ''})`;
}
