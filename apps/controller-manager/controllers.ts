import type { LeavableController } from '@orrery/cluster-state';
import type {
  CertificatesPort,
  ClockPort,
  ComponentContext,
  EventsPort,
  IdentityPort,
  KindsPort,
  LogPort,
  ObjectsPort,
  OutsidePort,
  ProcessPort,
  RecordPort,
  SettingsPort,
} from '@orrery/control-plane';
import { AdmissionPoliciesController } from './admission-policies-controller';
import { ApiServicesController } from './api-services-controller';
import { AutoscalingController } from './autoscaling/autoscaling-controller';
import { BootstrapTokensController } from './identities/bootstrap-tokens-controller';
import { CertificateRequestsController } from './identities/certificate-requests-controller';
import { ClusterTrustController } from './identities/cluster-trust-controller';
import { ApiServerObjectsController } from './api-server-objects-controller';
import { DefaultRolesController } from './identities/default-roles-controller';
import { DefinitionsController } from './definitions-controller';
import { DisruptionController } from './disruption-controller';
import { EndpointMirroringController } from './networks/endpoint-mirroring-controller';
import { EndpointsController } from './networks/endpoints-controller';
import { EphemeralClaimsController } from './storage/ephemeral-claims-controller';
import { EventExpiry } from './collection/event-expiry';
import { FlowControlController } from './flow-control-controller';
import { GarbageCollector } from './collection/garbage-collector';
import { JobPodFinalizers } from './collection/job-pod-finalizers';
import { NamespaceController } from './collection/namespace-controller';
import { NodeIpamController } from './networks/node-ipam-controller';
import { PodGarbageCollector } from './collection/pod-garbage-collector';
import { RoleAggregationController } from './identities/role-aggregation-controller';
import { ResourceClaimController } from './storage/resource-claim-controller';
import { ResourceQuotaController } from './resource-quota-controller';
import { ServiceAccountTokensController } from './identities/service-account-tokens-controller';
import { AttributesClassController } from './storage/attributes-class-controller';
import { ServiceNetworksController } from './networks/service-networks-controller';
import { VolumeController } from './storage/volume-controller';
import type { Controller } from './controller';

/** Ports used by the controllers. */
export type ControllerPorts = IdentityPort &
  CertificatesPort &
  KindsPort &
  RecordPort &
  ObjectsPort &
  OutsidePort &
  ClockPort &
  EventsPort &
  LogPort &
  SettingsPort &
  ProcessPort;

/** A controller that the controller manager runs. */
interface ControllerRow {
  /** Name in jobs and in the stored state. */
  readonly name: string;
  /** The controllers of kube-controller-manager whose work it does; none for what kube-apiserver does itself. */
  readonly does: readonly LeavableController[];
  create(context: ComponentContext<ControllerPorts>): Controller;
}

/** All controllers but those of workloads, which one host runs. */
export const CONTROLLERS: readonly ControllerRow[] = [
  { name: 'custom-resource-definitions', does: [], create: (context) => new DefinitionsController(context) },
  {
    name: 'validatingadmissionpolicy-status',
    does: ['validatingadmissionpolicy-status-controller'],
    create: (context) => new AdmissionPoliciesController(context),
  },
  {
    name: 'namespace',
    does: ['namespace-controller', 'root-ca-certificate-publisher-controller', 'serviceaccount-controller'],
    create: (context) => new NamespaceController(context),
  },
  {
    name: 'garbage-collector',
    does: ['garbage-collector-controller'],
    create: (context) => new GarbageCollector(context),
  },
  {
    name: 'service-account-tokens',
    does: ['serviceaccount-token-controller'],
    create: (context) => new ServiceAccountTokensController(context),
  },
  { name: 'cluster-trust', does: [], create: (context) => new ClusterTrustController(context) },
  {
    name: 'certificate-requests',
    does: [
      'certificatesigningrequest-approving-controller',
      'certificatesigningrequest-cleaner-controller',
      'certificatesigningrequest-signing-controller',
    ],
    create: (context) => new CertificateRequestsController(context),
  },
  { name: 'flow-control', does: [], create: (context) => new FlowControlController(context) },
  { name: 'api-services', does: [], create: (context) => new ApiServicesController(context) },
  {
    name: 'bootstrap-tokens',
    does: ['bootstrap-signer-controller', 'token-cleaner-controller'],
    create: (context) => new BootstrapTokensController(context),
  },
  {
    name: 'endpoints',
    does: ['endpoints-controller', 'endpointslice-controller'],
    create: (context) => new EndpointsController(context),
  },
  {
    name: 'endpointslice-mirroring',
    does: ['endpointslice-mirroring-controller'],
    create: (context) => new EndpointMirroringController(context),
  },
  { name: 'job-pod-finalizers', does: ['job-controller'], create: (context) => new JobPodFinalizers(context) },
  { name: 'api-server-objects', does: [], create: (context) => new ApiServerObjectsController(context) },
  { name: 'default-roles', does: [], create: (context) => new DefaultRolesController(context) },
  {
    name: 'role-aggregation',
    does: ['clusterrole-aggregation-controller'],
    create: (context) => new RoleAggregationController(context),
  },
  {
    name: 'resource-quota',
    does: ['resourcequota-controller'],
    create: (context) => new ResourceQuotaController(context),
  },
  { name: 'disruption', does: ['disruption-controller'], create: (context) => new DisruptionController(context) },
  {
    name: 'horizontal-pod-autoscaler',
    does: ['horizontal-pod-autoscaler-controller'],
    create: (context) => new AutoscalingController(context),
  },
  { name: 'node-ipam', does: ['node-ipam-controller'], create: (context) => new NodeIpamController(context) },
  {
    name: 'pod-garbage-collector',
    does: ['pod-garbage-collector-controller'],
    create: (context) => new PodGarbageCollector(context),
  },
  {
    name: 'persistent-volume',
    does: [
      'persistentvolume-attach-detach-controller',
      'persistentvolume-binder-controller',
      'persistentvolume-protection-controller',
      'persistentvolumeclaim-protection-controller',
    ],
    create: (context) => new VolumeController(context),
  },
  {
    name: 'volumeattributesclass-protection',
    does: ['volumeattributesclass-protection-controller'],
    create: (context) => new AttributesClassController(context),
  },
  { name: 'service-networks', does: [], create: (context) => new ServiceNetworksController(context) },
  {
    name: 'ephemeral-volume',
    does: ['ephemeral-volume-controller'],
    create: (context) => new EphemeralClaimsController(context),
  },
  {
    name: 'resource-claim',
    does: ['resourceclaim-controller'],
    create: (context) => new ResourceClaimController(context),
  },
  { name: 'event-expiry', does: [], create: (context) => new EventExpiry(context) },
];
