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
  OutsidePort,
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
import { ApiServerObjectsController } from './api-server-objects-controller';
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
  OutsidePort &
  ClockPort &
  EventsPort &
  LogPort &
  SettingsPort &
  ProcessPort;

/** What the controllers know beside the objects, by name. */
interface ControllerManagerCapture {
  readonly version: 1;
  readonly controllers: Readonly<Record<string, unknown>>;
}

/** The controllers of one cluster. */
class ControllerManager implements Component<'reconcile'> {
  private readonly controllers: ReadonlyMap<string, Controller>;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext<Ports>) {
    const within = (part: string): ComponentContext<Ports> => ({ ...context, fence: { ...context.fence, part } });
    this.controllers = new Map<string, Controller>([
      ['custom-resource-definitions', new DefinitionsController(within('custom-resource-definitions'))],
      ['validatingadmissionpolicy-status', new AdmissionPoliciesController(within('validatingadmissionpolicy-status'))],
      ['namespace', new NamespaceController(within('namespace'))],
      ['garbage-collector', new GarbageCollector(within('garbage-collector'))],
      ['service-account-tokens', new ServiceAccountTokensController(within('service-account-tokens'))],
      ['cluster-trust', new ClusterTrustController(within('cluster-trust'))],
      ['certificate-requests', new CertificateRequestsController(within('certificate-requests'))],
      ['flow-control', new FlowControlController(within('flow-control'))],
      ['api-services', new ApiServicesController(within('api-services'))],
      ['bootstrap-tokens', new BootstrapTokensController(within('bootstrap-tokens'))],
      ['endpoints', new EndpointsController(within('endpoints'))],
      ['endpointslice-mirroring', new EndpointMirroringController(within('endpointslice-mirroring'))],
      ['job-pod-finalizers', new JobPodFinalizers(within('job-pod-finalizers'))],
      ['api-server-objects', new ApiServerObjectsController(within('api-server-objects'))],
      ['default-roles', new DefaultRolesController(within('default-roles'))],
      ['role-aggregation', new RoleAggregationController(within('role-aggregation'))],
      ['resource-quota', new ResourceQuotaController(within('resource-quota'))],
      ['disruption', new DisruptionController(within('disruption'))],
      ['horizontal-pod-autoscaler', new AutoscalingController(within('horizontal-pod-autoscaler'))],
      ['node-ipam', new NodeIpamController(within('node-ipam'))],
      ['pod-garbage-collector', new PodGarbageCollector(within('pod-garbage-collector'))],
      ['persistent-volume', new VolumeController(within('persistent-volume'))],
      ['volumeattributesclass-protection', new AttributesClassController(within('volumeattributesclass-protection'))],
      ['service-networks', new ServiceNetworksController(within('service-networks'))],
      ['ephemeral-volume', new EphemeralClaimsController(within('ephemeral-volume'))],
      ['resource-claim', new ResourceClaimController(within('resource-claim'))],
      ['event-expiry', new EventExpiry(within('event-expiry'))],
      ['workloads', new WorkloadHost(context, workloadControllers(context.cluster.kinds.release))],
    ]);
  }

  async start(): Promise<void> {
    this.unsubscribe = this.context.cluster.cache.subscribe((changes) => {
      for (const controller of this.controllers.values()) controller.follow(changes);
    });
    const captured = (this.context.captured as ControllerManagerCapture | undefined)?.controllers;
    for (const [name, controller] of this.controllers) controller.start(captured?.[name]);
  }

  capture(): ControllerManagerCapture {
    const known = [...this.controllers].flatMap(([name, controller]) =>
      controller.capture ? [[name, controller.capture()] as const] : [],
    );
    return { version: 1, controllers: Object.fromEntries(known) };
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
