/**
 * The API packages of a release that are kept, each in a file of its own. `go` is the package of its Go types; where no
 * program that is read has them, `structs` are the names of those that are taken from the models alone.
 */
export const PACKAGES = [
  api('core', 'v1', { groupName: '' }),
  api('admissionregistration', 'v1', { groupName: 'admissionregistration.k8s.io' }),
  api('apps', 'v1'),
  api('authentication', 'v1', { groupName: 'authentication.k8s.io' }),
  api('authorization', 'v1', { groupName: 'authorization.k8s.io' }),
  api('autoscaling', 'v1'),
  api('autoscaling', 'v2'),
  api('batch', 'v1'),
  api('certificates', 'v1', { groupName: 'certificates.k8s.io' }),
  api('coordination', 'v1', { groupName: 'coordination.k8s.io' }),
  api('discovery', 'v1', { groupName: 'discovery.k8s.io' }),
  api('events', 'v1', { groupName: 'events.k8s.io' }),
  api('flowcontrol', 'v1', { groupName: 'flowcontrol.apiserver.k8s.io' }),
  api('networking', 'v1', { groupName: 'networking.k8s.io' }),
  api('node', 'v1', { groupName: 'node.k8s.io' }),
  api('policy', 'v1'),
  api('rbac', 'v1', { groupName: 'rbac.authorization.k8s.io' }),
  api('resource', 'v1', { groupName: 'resource.k8s.io' }),
  api('scheduling', 'v1', { groupName: 'scheduling.k8s.io' }),
  api('storage', 'v1', { groupName: 'storage.k8s.io' }),
  {
    id: 'apiextensions.v1',
    group: 'apiextensions',
    groupName: 'apiextensions.k8s.io',
    version: 'v1',
    go: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1',
  },
  {
    id: 'apiregistration.v1',
    group: 'apiregistration',
    groupName: 'apiregistration.k8s.io',
    version: 'v1',
    go: 'k8s.io/kube-aggregator/pkg/apis/apiregistration/v1',
    structs: ['APIService', 'APIServiceCondition', 'APIServiceSpec', 'APIServiceStatus', 'ServiceReference'],
  },
  { id: 'meta.v1', group: 'meta', groupName: 'meta.k8s.io', version: 'v1', go: 'k8s.io/apimachinery/pkg/apis/meta/v1' },
];

function api(group, version, { groupName = group } = {}) {
  return { id: `${group}.${version}`, group, groupName, version, go: `k8s.io/api/${group}/${version}` };
}
