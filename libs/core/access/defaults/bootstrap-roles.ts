/**
 * Default cluster roles of all releases (`bootstrappolicy/{policy,controller_policy}.go` upstream), as text: a name,
 * then its rules, one a line: verbs, API groups (`-` is the core group), resources, and names of objects where it is
 * about some. `paths` precedes rules about paths, `events` is the right to write events.
 */
export const ROLES_OF_ALL = `
system:controller:attachdetach-controller
  list,watch - persistentvolumeclaims,persistentvolumes
  get,list,watch - nodes
  patch,update - nodes/status
  list,watch - pods
  events
  create,delete,get,list,watch storage.k8s.io volumeattachments
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csinodes
system:controller:certificate-controller
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
  sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create authorization.k8s.io subjectaccessreviews
  events
system:controller:clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
system:controller:daemon-set-controller
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch - nodes
  create,delete,list,patch,watch - pods
  create - pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
  events
system:controller:deployment-controller
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch - pods
  events
system:controller:generic-garbage-collector
  delete,get,list,patch,update,watch * *
  events
system:controller:pv-protection-controller
  get,list,update,watch - persistentvolumes
  events
system:controller:pvc-protection-controller
  get,list,update,watch - persistentvolumeclaims
  get,list,watch - pods
  events
system:controller:replicaset-controller
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch - pods
  events
system:controller:replication-controller
  get,list,update,watch - replicationcontrollers
  update - replicationcontrollers/status
  update - replicationcontrollers/finalizers
  create,delete,list,patch,watch - pods
  events
system:controller:resourcequota-controller
  list,watch * *
  update - resourcequotas/status
  events
system:controller:root-ca-cert-publisher
  create,update - configmaps
  events
system:controller:route-controller
  list,watch - nodes
  patch - nodes/status
  events
system:controller:service-account-controller
  create - serviceaccounts
  events
system:controller:service-controller
  get,list,watch - services
  patch,update - services/status
  list,watch - nodes
  events
system:controller:ttl-controller
  list,patch,update,watch - nodes
  events
system:heapster
  get,list,watch - events,namespaces,nodes,pods
  get,list,watch extensions deployments
system:kube-aggregator
  get,list,watch - endpoints,services
system:kube-dns
  list,watch - endpoints,services
system:node-problem-detector
  get - nodes
  patch - nodes/status
  events
system:persistent-volume-provisioner
  create,delete,get,list,watch - persistentvolumes
  get,list,update,watch - persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses
  watch - events
  events
`;

/** The roles that today's release adds, and those that differ there, beside the ones for users and components. */
export const ROLES_OF_MODERN = `
system:controller:cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list,watch - pods
  events
system:controller:disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch - replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  patch,update - pods/status
  get * */scale
  events
system:controller:endpoint-controller
  get,list,watch - pods,services
  create,delete,get,list,update,watch - endpoints
  create - endpoints/restricted
  events
system:controller:endpointslice-controller
  get,list,watch - nodes,pods,services
  update - services/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  events
system:controller:endpointslicemirroring-controller
  get,list,watch - endpoints,services
  update - services/finalizers
  update - endpoints/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  events
system:controller:ephemeral-volume-controller
  get,list,watch - pods
  update - pods/finalizers
  create,get,list,watch - persistentvolumeclaims
  events
system:controller:expand-controller
  get,list,patch,update,watch - persistentvolumes
  patch,update - persistentvolumeclaims/status
  get,list,watch - persistentvolumeclaims
  events
  get - services
system:controller:horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list,watch - pods
  list,watch metrics.k8s.io pods
  get,list,watch custom.metrics.k8s.io *
  get,list,watch external.metrics.k8s.io *
  events
system:controller:job-controller
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch - pods
  events
system:controller:legacy-service-account-token-cleaner
  get - configmaps kube-apiserver-legacy-service-account-token-tracking
  delete,patch - secrets
system:controller:namespace-controller
  delete,get,list,watch - namespaces
  update - namespaces/finalize,namespaces/status
  delete,deletecollection,get,list,watch * *
system:controller:node-controller
  delete,get,list,patch,update,watch - nodes
  patch,update - nodes/status
  patch,update - pods/status
  delete,get,list,watch - pods
  events
system:controller:persistent-volume-binder
  create,delete,get,list,update,watch - persistentvolumes
  update - persistentvolumes/status
  get,list,update,watch - persistentvolumeclaims
  update - persistentvolumeclaims/status
  create,delete,get,list,watch - pods
  get,list,watch storage.k8s.io storageclasses
  list,watch - nodes
  events
  watch - events
  get - services
system:controller:pod-garbage-collector
  delete,list,watch - pods
  get,list,watch - nodes
  patch - pods/status
system:controller:resource-claim-controller
  get,list,watch - pods
  update - pods/finalizers
  create,delete,get,list,watch resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims,resourceclaims/status
  patch,update - pods/status
  events
system:controller:selinux-warning-controller
  events
  get,list,watch - persistentvolumes
  get,list,watch - persistentvolumeclaims
  get,list,watch - pods
  get,list,watch storage.k8s.io csidrivers
system:controller:service-cidrs-controller
  get,list,patch,update,watch networking.k8s.io servicecidrs
  patch,update networking.k8s.io servicecidrs/finalizers
  patch,update networking.k8s.io servicecidrs/status
  get,list,watch networking.k8s.io ipaddresses
  events
system:controller:statefulset-controller
  list,watch - pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update - pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get,list,watch - persistentvolumeclaims
  delete,update - persistentvolumeclaims
  update - pods/finalizers
  events
system:controller:ttl-after-finished-controller
  delete,get,list,watch batch jobs
  events
system:controller:validatingadmissionpolicy-status-controller
  get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
  get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
  events
system:controller:volumeattributesclass-protection-controller
  get,list,watch - persistentvolumeclaims
  get,list,watch - persistentvolumes
  get,list,update,watch storage.k8s.io volumeattributesclasses
  events
system:kubelet-api-admin
  get,list,watch - nodes
  proxy - nodes
  * - nodes/log,nodes/metrics,nodes/proxy,nodes/spec,nodes/stats
  * - nodes/configz,nodes/healthz,nodes/pods
system:node-proxier
  list,watch - endpoints,services
  get,list,watch - nodes
  events
  list,watch discovery.k8s.io endpointslices
  list,watch networking.k8s.io servicecidrs
`;
