import { fieldsOf } from '../fields-of';
import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;
type Change = (backend: Fields) => Fields;

const VERSION = 'networking.k8s.io/v1';

/**
 * An Ingress in another version. The v1beta1 versions say a backend as `serviceName` and `servicePort`, the default one
 * as `spec.backend`, and take a path without a type (`pkg/apis/networking/v1beta1/conversion.go`, `defaults.go`).
 */
export function convertIngress(object: KubeObject, apiVersion: string): KubeObject {
  if ((object.apiVersion === VERSION) === (apiVersion === VERSION)) return { ...object, apiVersion };
  const spec = fieldsOf(object.spec);
  if (!spec) return { ...object, apiVersion };
  const isToV1 = apiVersion === VERSION;
  const [from, to] = isToV1 ? ['backend', 'defaultBackend'] : ['defaultBackend', 'backend'];
  const { [from!]: backend, ...rest } = spec;
  const change = isToV1 ? toService : fromService;
  const rules: unknown = Array.isArray(spec['rules'])
    ? spec['rules'].map((rule: unknown) => changeRule(rule, change, isToV1))
    : spec['rules'];
  return {
    ...object,
    apiVersion,
    spec: {
      ...rest,
      ...(backend === undefined ? {} : { [to!]: changed(backend, change) }),
      ...(rules === undefined ? {} : { rules }),
    },
  };
}

function changeRule(rule: unknown, change: Change, isToV1: boolean): unknown {
  const known = fieldsOf(rule);
  const http = fieldsOf(known?.['http']);
  if (!known || !http || !Array.isArray(http['paths'])) return rule;
  const paths = http['paths'].map((path: unknown) => {
    const fields = fieldsOf(path);
    if (!fields) return path;
    const filled = isToV1 ? { pathType: 'ImplementationSpecific', ...fields } : fields;
    return 'backend' in fields ? { ...filled, backend: changed(fields['backend'], change) } : filled;
  });
  return { ...known, http: { ...http, paths } };
}

function changed(backend: unknown, change: Change): unknown {
  const fields = fieldsOf(backend);
  return fields ? change(fields) : backend;
}

function toService({ serviceName, servicePort, ...rest }: Fields): Fields {
  if (serviceName === undefined && servicePort === undefined) return rest;
  const port = typeof servicePort === 'string' ? { name: servicePort } : { number: servicePort };
  return {
    ...rest,
    service: {
      ...(serviceName === undefined ? {} : { name: serviceName }),
      ...(servicePort === undefined ? {} : { port }),
    },
  };
}

function fromService({ service, ...rest }: Fields): Fields {
  const fields = fieldsOf(service);
  if (!fields) return rest;
  const port = fieldsOf(fields['port']) ?? {};
  return { ...rest, serviceName: fields['name'], servicePort: port['name'] ?? port['number'] ?? 0 };
}
