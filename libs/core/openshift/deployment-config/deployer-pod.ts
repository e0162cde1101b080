import type { DeploymentConfig } from '@orrery/api-types';
import type { ConfigStrategy } from './config-types';
import { deployerPodName } from './deployer-pod-name';
import { LOGS_ANNOTATION } from './deployer-progress';
import { ConfigAnnotation, DEPLOYER_FOR_LABEL, type Version } from './version';

/** The image of the strategies Rolling and Recreate in OpenShift 3.11. */
const DEPLOYER_IMAGE = 'docker.io/openshift/origin-deployer:v3.11.0';
/** Whom deployer pods act for; every project has it. */
const DEPLOYER_ACCOUNT = 'deployer';
const MAX_DURATION_SECONDS = 21_600;
const GRACE_SECONDS = 10;

/** The pod that rolls a version out (`makeDeployerPod` of origin's deployer_controller.go). */
export function deployerPod(version: Version, { spec: { strategy = {} } }: DeploymentConfig): object {
  const { metadata, spec } = version;
  const { name, namespace, uid } = metadata;
  const template = spec.template?.spec;
  const { image, command, environment = [] } = strategy.customParams ?? {};
  const container = {
    name: 'deployment',
    image: image || DEPLOYER_IMAGE,
    imagePullPolicy: 'IfNotPresent',
    ...(command && command.length > 0 ? { command } : {}),
    env: [
      ...environment,
      { name: 'OPENSHIFT_DEPLOYMENT_NAME', value: name },
      { name: 'OPENSHIFT_DEPLOYMENT_NAMESPACE', value: namespace },
    ],
    resources: strategy.resources ?? {},
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: deployerPodName(name),
      namespace,
      annotations: {
        // What it prints is added as it runs.
        ...(isCustomDeployer(strategy) ? {} : { [LOGS_ANNOTATION]: '[]' }),
        ...strategy.annotations,
        [ConfigAnnotation.Deployment]: name,
        [ConfigAnnotation.Config]: metadata.annotations?.[ConfigAnnotation.Config] ?? '',
      },
      labels: { ...strategy.labels, [DEPLOYER_FOR_LABEL]: name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'ReplicationController', name, uid }],
    },
    spec: {
      containers: [container],
      activeDeadlineSeconds: strategy.activeDeadlineSeconds ?? MAX_DURATION_SECONDS,
      ...(template?.dnsPolicy ? { dnsPolicy: template.dnsPolicy } : {}),
      ...(template?.imagePullSecrets ? { imagePullSecrets: template.imagePullSecrets } : {}),
      // It runs where the pods do.
      ...(template?.nodeSelector ? { nodeSelector: template.nodeSelector } : {}),
      restartPolicy: 'Never',
      serviceAccountName: DEPLOYER_ACCOUNT,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      shareProcessNamespace: false,
    },
  };
}

/** Returns whether the user's own image or command rolls out, so that the version is not the deployer's to scale. */
export function isCustomDeployer({ customParams }: ConfigStrategy): boolean {
  return Boolean(customParams?.image) || (customParams?.command ?? []).length > 0;
}
