import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import type {
  Component,
  ComponentContext,
  ComponentKind,
  CertificatesPort,
  IdentityPort,
  KindsPort,
  RecordPort,
  ObjectsPort,
  ClockPort,
  EventsPort,
  LogPort,
  SettingsPort,
  ProcessPort,
} from '@orrery/control-plane';
import { AdmissionPoliciesController } from './admission-policies-controller';
import { ApiServicesController } from './api-services-controller';
import { AutoscalingController } from './autoscaling/autoscaling-controller';
import { BootstrapTokensController } from './bootstrap-tokens-controller';
import { CertificateRequestsController } from './certificate-requests-controller';
import { ClusterTrustController } from './cluster-trust-controller';
import type { Controller } from './controller';
import { DefaultRolesController } from './default-roles-controller';
import { DefinitionsController } from './definitions-controller';
import { DisruptionController } from './disruption-controller';
import { EndpointMirroringController } from './endpoint-mirroring-controller';
import { EndpointsController } from './endpoints-controller';
import { EphemeralClaimsController } from './ephemeral-claims-controller';
import { EventExpiry } from './event-expiry';
import { FlowControlController } from './flow-control-controller';
import { GarbageCollector } from './garbage-collector';
import { JobPodFinalizers } from './job-pod-finalizers';
import { NamespaceController } from './namespace-controller';
import { NodeIpamController } from './node-ipam-controller';
import { PodGarbageCollector } from './pod-garbage-collector';
import { RoleAggregationController } from './role-aggregation-controller';
import { ResourceClaimController } from './resource-claim-controller';
import { ResourceQuotaController } from './resource-quota-controller';
import { ServiceAccountTokensController } from './service-account-tokens-controller';
import { AttributesClassController } from './attributes-class-controller';
import { ServiceNetworksController } from './service-networks-controller';
import { VolumeController } from './volume-controller';
import { workloadControllers } from './workloads/workload-controllers';
import { WorkloadHost } from './workloads/workload-host';

/** What it uses of its cluster. */
type Ports = IdentityPort &
  CertificatesPort &
  KindsPort &
  RecordPort &
  ObjectsPort &
  ClockPort &
  EventsPort &
  LogPort &
  SettingsPort &
  ProcessPort;

/** The controllers of one cluster. */
class ControllerManager implements Component<'reconcile'> {
  private readonly controllers: ReadonlyMap<string, Controller>;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.controllers = new Map<string, Controller>([
      ['custom-resource-definitions', new DefinitionsController(context)],
      ['validatingadmissionpolicy-status', new AdmissionPoliciesController(context)],
      ['namespace', new NamespaceController(context)],
      ['garbage-collector', new GarbageCollector(context)],
      ['service-account-tokens', new ServiceAccountTokensController(context)],
      ['cluster-trust', new ClusterTrustController(context)],
      ['certificate-requests', new CertificateRequestsController(context)],
      ['flow-control', new FlowControlController(context)],
      ['api-services', new ApiServicesController(context)],
      ['bootstrap-tokens', new BootstrapTokensController(context)],
      ['endpoints', new EndpointsController(context)],
      ['endpointslice-mirroring', new EndpointMirroringController(context)],
      ['job-pod-finalizers', new JobPodFinalizers(context)],
      ['default-roles', new DefaultRolesController(context)],
      ['role-aggregation', new RoleAggregationController(context)],
      ['resource-quota', new ResourceQuotaController(context)],
      ['disruption', new DisruptionController(context)],
      ['horizontal-pod-autoscaler', new AutoscalingController(context)],
      ['node-ipam', new NodeIpamController(context)],
      ['pod-garbage-collector', new PodGarbageCollector(context)],
      ['persistent-volume', new VolumeController(context)],
      ['volumeattributesclass-protection', new AttributesClassController(context)],
      ['service-networks', new ServiceNetworksController(context)],
      ['ephemeral-volume', new EphemeralClaimsController(context)],
      ['resource-claim', new ResourceClaimController(context)],
      ['event-expiry', new EventExpiry(context)],
      ['workloads', new WorkloadHost(context, workloadControllers(context.cluster.kinds.release))],
    ]);
  }

  async start(): Promise<void> {
    this.unsubscribe = this.context.cluster.cache.subscribe((changes) => {
      for (const controller of this.controllers.values()) controller.follow(changes);
    });
    for (const controller of this.controllers.values()) controller.start();
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    for (const controller of this.controllers.values()) controller.stop();
  }

  async handle(job: QueueJobs['reconcile']): Promise<Ending> {
    await this.context.cluster.cache.reached(job.revision);
    await this.controllers.get(job.controller)?.reconcile?.(job.keys);
    return DONE;
  }
}

/** The component as a process announces it. */
export function controllerManagerKind(shards: number): ComponentKind<'reconcile'> {
  return {
    name: 'controller-manager',
    shards,
    split: 'clusters',
    queues: ['reconcile'],
    create: (context) => new ControllerManager(context),
  };
}
