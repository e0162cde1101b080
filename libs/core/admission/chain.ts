import { ApiError } from '@orrery/api-types';
import type { AdmissionCheck, AdmissionPlugin, PluginHalves } from './admission';
import {
  defaultTolerationSeconds,
  type DefaultTolerationSecondsSettings,
} from './default-toleration-seconds/default-toleration-seconds';
import { deviceAdminAccess } from './device-admin-access/device-admin-access';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './certificates/certificates';
import { defaultIngressClass, type IngressClassSettings } from './default-ingress-class/default-ingress-class';
import { defaultStorageClass } from './default-storage-class/default-storage-class';
import { limitRanger } from './limit-ranger/limit-ranger';
import { namespaceLifecycle } from './namespace-lifecycle/namespace-lifecycle';
import { podNodeConstraints, type PodNodeConstraintsSettings } from './pod-node-constraints/pod-node-constraints';
import { podNodeSelector, type PodNodeSelectorSettings } from './pod-node-selector/pod-node-selector';
import { nodeRestriction } from './node-restriction/node-restriction';
import {
  memoryPressureToleration,
  podTolerationRestriction,
  type PodTolerationRestrictionSettings,
} from './pod-toleration-restriction/pod-toleration-restriction';
import { priority, type PrioritySettings } from './priority/priority';
import { runtimeClass, type RuntimeClassSettings } from './runtime-class/runtime-class';
import { schedulingGates, type SchedulingGatesSettings } from './scheduling-gates/scheduling-gates';
import { serviceAccount, type ServiceAccountSettings } from './service-account/service-account';
import { nodePorts } from './service-address/node-ports';
import { serviceAddress } from './service-address/service-address';
import { storageInUse } from './storage-in-use/storage-in-use';
import { taintNodesByCondition } from './taint-nodes-by-condition/taint-nodes-by-condition';

/** `projectConfig` of a master configuration file. */
export interface ProjectNodeSelectorSettings {
  /** Node selector of projects without the annotation, as `key=value,key=value`. */
  readonly defaultNodeSelector: string;
}

/** Plugins that libraries of their own have; the chain decides when and where they run. */
export interface ProductPlugins {
  readonly podSecurityPolicy: PluginHalves;
  readonly projectNodeSelector: (settings: ProjectNodeSelectorSettings) => PluginHalves;
}

/** Admission settings of a cluster. */
export interface AdmissionSettings {
  readonly serviceAccount: ServiceAccountSettings;
  readonly defaultTolerationSeconds: DefaultTolerationSecondsSettings;
  readonly priority: PrioritySettings;
  readonly schedulingGates: SchedulingGatesSettings;
  readonly runtimeClass: RuntimeClassSettings;
  /** Limits of the users who may choose nodes for pods; absent: none. */
  readonly podNodeConstraints?: PodNodeConstraintsSettings;
  /** Node selectors of namespaces; absent: they have none. */
  readonly podNodeSelector?: PodNodeSelectorSettings;
  /** Node selectors of OpenShift's projects; absent: they have none. */
  readonly projectNodeSelector?: ProjectNodeSelectorSettings;
  /** Default and permitted tolerations of a namespace's pods; absent: all but BestEffort pods tolerate memory pressure. */
  readonly podTolerationRestriction?: PodTolerationRestrictionSettings;
  /** On if policies check pods; absent in generations without PodSecurityPolicies. */
  readonly podSecurityPolicy?: 'on' | 'off';
  readonly ingressClass: IngressClassSettings;
  readonly resourceQuota: ResourceQuotaSettings;
  readonly switchedOff: readonly SwitchablePlugin[];
}

/** Settings of quotas. */
interface ResourceQuotaSettings {
  /** Refusals name the containers that lack an amount, as they do since Kubernetes 1.28. */
  readonly namesContainers: boolean;
}

/** Plugins that a cluster may do without. */
export type SwitchablePlugin =
  'DefaultTolerationSeconds' | 'LimitRanger' | 'PodTolerationRestriction' | 'ResourceQuota' | 'ServiceAccount';

export const DEFAULT_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  serviceAccount: { tokens: 'projected', requiresAccount: 'named' },
  defaultTolerationSeconds: { notReadySeconds: 300, unreachableSeconds: 300 },
  priority: { keepsSystemClasses: false, criticalPod: 'ignored' },
  schedulingGates: { areKnown: true },
  runtimeClass: { areKnown: true },
  ingressClass: { severalDefaults: 'newest' },
  resourceQuota: { namesContainers: true },
  switchedOff: [],
});

/** Settings of Kubernetes 1.20. */
export const V1_20_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  ...DEFAULT_ADMISSION_SETTINGS,
  serviceAccount: { ...DEFAULT_ADMISSION_SETTINGS.serviceAccount, tokens: 'secret' },
  schedulingGates: { areKnown: false },
  ingressClass: { severalDefaults: 'refused' },
  podSecurityPolicy: 'off',
  resourceQuota: { namesContainers: false },
});

/** Settings of the 3.11 guide; it writes the annotation of critical pods with the value `"true"`. */
export const LEGACY_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  ...V1_20_ADMISSION_SETTINGS,
  priority: { keepsSystemClasses: true, criticalPod: 'anyValue' },
  runtimeClass: { areKnown: false },
  projectNodeSelector: { defaultNodeSelector: '' },
  podTolerationRestriction: { default: [], whitelist: [] },
});

/** Admission of one cluster, by its built-in plugins; the first refusal ends it. */
export interface Admission {
  /** Runs over a request that has its defaults and is not validated yet, before users' policies and webhooks change it. */
  readonly admit: AdmissionPlugin;
  /** Checks the object that will be stored: it is valid, and users' policies and webhooks have changed it. */
  readonly check: AdmissionCheck;
}

type NamedPlugin = readonly [name: string, plugin: PluginHalves];

/**
 * The plugins of a cluster in the order in which they run, each phase over all of them (`pkg/kubeapiserver/options/plugins.go` upstream;
 * spec scheduler 7).
 */
function pluginsOf(settings: AdmissionSettings, products: Partial<ProductPlugins>): readonly NamedPlugin[] {
  const isOn = (plugin: SwitchablePlugin): boolean => !settings.switchedOff.includes(plugin);
  const { podNodeConstraints: constraints, podNodeSelector: selectors, projectNodeSelector: projects } = settings;
  const { podTolerationRestriction: tolerations } = settings;
  const plugins: readonly (NamedPlugin | undefined)[] = [
    ['NamespaceLifecycle', { admit: namespaceLifecycle }],
    isOn('LimitRanger') ? ['LimitRanger', limitRanger] : undefined,
    isOn('ServiceAccount') ? ['ServiceAccount', serviceAccount(settings.serviceAccount)] : undefined,
    ['NodeRestriction', { admit: nodeRestriction }],
    ['TaintNodesByCondition', { admit: taintNodesByCondition }],
    settings.podSecurityPolicy === 'on' && products.podSecurityPolicy
      ? ['PodSecurityPolicy', products.podSecurityPolicy]
      : undefined,
    // What the user wrote is evaluated, so selectors of projects and namespaces come after it.
    constraints && ['PodNodeConstraints', { admit: podNodeConstraints(constraints) }],
    projects && products.projectNodeSelector && ['OriginPodNodeEnvironment', products.projectNodeSelector(projects)],
    selectors && ['PodNodeSelector', podNodeSelector(selectors)],
    ['Priority', priority(settings.priority)],
    isOn('DefaultTolerationSeconds')
      ? ['DefaultTolerationSeconds', { admit: defaultTolerationSeconds(settings.defaultTolerationSeconds) }]
      : undefined,
    isOn('PodTolerationRestriction')
      ? [
          'PodTolerationRestriction',
          tolerations ? podTolerationRestriction(tolerations) : { admit: memoryPressureToleration },
        ]
      : undefined,
    ['PodSchedulingReadiness', { admit: schedulingGates(settings.schedulingGates) }],
    ['DefaultStorageClass', { admit: defaultStorageClass }],
    ['StorageObjectInUseProtection', { admit: storageInUse }],
    ['RuntimeClass', runtimeClass(settings.runtimeClass)],
    ['CertificateApproval', certificateApproval],
    ['CertificateSigning', certificateSigning],
    ['CertificateSubjectRestriction', certificateSubjectRestriction],
    ['DefaultIngressClass', { admit: defaultIngressClass(settings.ingressClass) }],
    ['ServiceAddress', { admit: serviceAddress }],
    ['NodePorts', { admit: nodePorts }],
    ['DeviceAdminAccess', { check: deviceAdminAccess }],
  ];
  return plugins.filter((plugin) => plugin !== undefined);
}

/** Returns the names of the plugins that check the writes of a cluster, in their order. */
export function admissionOrder(settings: AdmissionSettings, products: Partial<ProductPlugins>): readonly string[] {
  const names = pluginsOf(settings, products).map(([name]) => name);
  return settings.switchedOff.includes('ResourceQuota') ? names : [...names, 'ResourceQuota'];
}

/**
 * The chain. ResourceQuota, the last plugin, is not in it: what it charges is written, so it runs once the object is known to be
 * valid. Of objects of custom kinds only the namespace counts: all other plugins know kinds of the release, by names that custom
 * kinds may have too.
 */
export function createAdmission(
  settings: AdmissionSettings = DEFAULT_ADMISSION_SETTINGS,
  products: Partial<ProductPlugins> = {},
): Admission {
  const plugins = pluginsOf(settings, products).map(([, plugin]) => plugin);
  const admits = plugins.flatMap(({ admit }) => admit ?? []);
  const checks = plugins.flatMap(({ check }) => check ?? []);
  return {
    admit: (request) => {
      if (request.kind.isCustom) return namespaceLifecycle(request);
      const current = { ...request };
      for (const admit of admits) {
        const outcome = admit(current);
        if (outcome instanceof ApiError) return outcome;
        current.object = outcome;
      }
      return current.object;
    },
    check: (request) => {
      if (request.kind.isCustom) return undefined;
      for (const check of checks) {
        const refusal = check(request);
        if (refusal) return refusal;
      }
      return undefined;
    },
  };
}
