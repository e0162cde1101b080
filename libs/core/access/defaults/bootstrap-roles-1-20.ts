/** The default cluster roles of Kubernetes 1.20 that are not in {@link ROLES_OF_ALL}, in the same form. */
export const ROLES_OF_1_20 = `
cluster-admin
  * * *
  paths * *
system:aggregate-to-admin
  create authorization.k8s.io localsubjectaccessreviews
  create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles
system:aggregate-to-edit
  get,list,watch - pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
  impersonate - serviceaccounts
  create,delete,deletecollection,patch,update - pods,pods/attach,pods/exec,pods/portforward,pods/proxy
  create,delete,deletecollection,patch,update - configmaps,endpoints,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
  create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
  create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
  create,delete,deletecollection,patch,update batch cronjobs,jobs
  create,delete,deletecollection,patch,update extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
  create,delete,deletecollection,patch,update policy poddisruptionbudgets
  create,delete,deletecollection,patch,update networking.k8s.io ingresses,networkpolicies
system:aggregate-to-view
  get,list,watch - configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
  get,list,watch - bindings,events,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
  get,list,watch - namespaces
  get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
  get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
  get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
  get,list,watch extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
  get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
  get,list,watch networking.k8s.io ingresses,ingresses/status,networkpolicies
system:auth-delegator
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
system:basic-user
  create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create certificates.k8s.io certificatesigningrequests/nodeclient
system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create certificates.k8s.io certificatesigningrequests/selfnodeclient
system:certificates.k8s.io:kube-apiserver-client-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client
system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
system:certificates.k8s.io:kubelet-serving-approver
  approve certificates.k8s.io signers kubernetes.io/kubelet-serving
system:certificates.k8s.io:legacy-unknown-approver
  approve certificates.k8s.io signers kubernetes.io/legacy-unknown
system:controller:cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list - pods
  events
system:controller:disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch - replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  get * */scale
  events
system:controller:endpoint-controller
  get,list,watch - pods,services
  create,delete,get,list,update - endpoints
  create - endpoints/restricted
  events
system:controller:endpointslice-controller
  get,list,watch - nodes,pods,services
  update - services/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices
  events
system:controller:endpointslicemirroring-controller
  get,list,watch - endpoints,services
  update - services/finalizers
  update - endpoints/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices
  events
system:controller:expand-controller
  get,list,patch,update,watch - persistentvolumes
  patch,update - persistentvolumeclaims/status
  get,list,watch - persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses
  get - endpoints,services
  get - secrets
  events
system:controller:horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list - pods
  get - services/proxy http:heapster:,https:heapster:
  list metrics.k8s.io pods
  get,list custom.metrics.k8s.io *
  events
system:controller:job-controller
  get,list,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch - pods
  events
system:controller:namespace-controller
  delete,get,list,watch - namespaces
  update - namespaces/finalize,namespaces/status
  delete,deletecollection,get,list * *
system:controller:node-controller
  delete,get,list,patch,update - nodes
  patch,update - nodes/status
  update - pods/status
  delete,list - pods
  events
system:controller:persistent-volume-binder
  create,delete,get,list,update,watch - persistentvolumes
  update - persistentvolumes/status
  get,list,update,watch - persistentvolumeclaims
  update - persistentvolumeclaims/status
  create,delete,get,list,watch - pods
  get,list,watch storage.k8s.io storageclasses
  create,delete,get,update - endpoints
  create,delete,get - services
  get - secrets
  get,list - nodes
  watch - events
  events
system:controller:pod-garbage-collector
  delete,list,watch - pods
  get,list - nodes
system:controller:statefulset-controller
  list,watch - pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update - pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get - persistentvolumeclaims
  events
system:discovery
  paths get /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
system:kube-controller-manager
  events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-controller-manager
  create - endpoints
  get,update - endpoints kube-controller-manager
  create - secrets,serviceaccounts
  delete - secrets
  get - configmaps,namespaces,secrets,serviceaccounts
  update - secrets,serviceaccounts
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  list,watch * *
  create - serviceaccounts/token
system:kube-scheduler
  events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-scheduler
  create - endpoints
  get,update - endpoints kube-scheduler
  get,list,watch - nodes
  delete,get,list,watch - pods
  create - bindings,pods/binding
  patch,update - pods/status
  get,list,watch - replicationcontrollers,services
  get,list,watch apps,extensions replicasets
  get,list,watch apps statefulsets
  get,list,watch policy poddisruptionbudgets
  get,list,watch - persistentvolumeclaims,persistentvolumes
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  get,list,watch storage.k8s.io csinodes
system:kubelet-api-admin
  get,list,watch - nodes
  proxy - nodes
  * - nodes/log,nodes/metrics,nodes/proxy,nodes/spec,nodes/stats
system:monitoring
  paths get /healthz,/healthz/*,/livez,/livez/*,/metrics,/readyz,/readyz/*
system:node
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
  get,list,watch - services
  create,get,list,watch - nodes
  patch,update - nodes/status
  patch,update - nodes
  create,patch,update - events
  get,list,watch - pods
  create,delete - pods
  patch,update - pods/status
  create - pods/eviction
  get,list,watch - configmaps,secrets
  get - persistentvolumeclaims,persistentvolumes
  get - endpoints
  create,get,list,watch certificates.k8s.io certificatesigningrequests
  create,delete,get,patch,update coordination.k8s.io leases
  get storage.k8s.io volumeattachments
  create - serviceaccounts/token
  get,patch,update - persistentvolumeclaims/status
  get,list,watch storage.k8s.io csidrivers
  create,delete,get,patch,update storage.k8s.io csinodes
  get,list,watch node.k8s.io runtimeclasses
system:node-bootstrapper
  create,get,list,watch certificates.k8s.io certificatesigningrequests
system:node-proxier
  list,watch - endpoints,services
  get,list,watch - nodes
  events
  list,watch discovery.k8s.io endpointslices
system:public-info-viewer
  paths get /healthz,/livez,/readyz,/version,/version/
system:service-account-issuer-discovery
  paths get /.well-known/openid-configuration,/openid/v1/jwks
system:volume-scheduler
  get,list,patch,update,watch - persistentvolumes
  get,list,watch storage.k8s.io storageclasses
  get,list,patch,update,watch - persistentvolumeclaims
`;
