import { isRecord } from '../../structure/is-record';
import type { KubeObject } from '../../objects';

type Json = Record<string, unknown>;

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** v1beta1 keeps node and zone of an endpoint in a map of topology labels, v1 in fields of their own. */
export function convertEndpointSlice(object: KubeObject, apiVersion: string): KubeObject {
  const endpoints = object['endpoints'];
  if (!Array.isArray(endpoints)) return { ...object, apiVersion };
  const convertOne = apiVersion === 'discovery.k8s.io/v1' ? toFields : toTopology;
  return {
    ...object,
    apiVersion,
    endpoints: endpoints.map((each: unknown) => (isRecord(each) ? convertOne(each) : each)),
  };
}

function toFields(endpoint: Json): Json {
  const { topology, ...rest } = endpoint;
  if (typeof topology !== 'object' || topology === null) return rest;
  const { [HOSTNAME]: hostname, [ZONE]: zone, ...others } = topology as Json;
  return {
    ...rest,
    ...(hostname === undefined || rest['nodeName'] !== undefined ? {} : { nodeName: hostname }),
    ...(zone === undefined ? {} : { zone }),
    ...(Object.keys(others).length > 0 ? { deprecatedTopology: others } : {}),
  };
}

function toTopology(endpoint: Json): Json {
  const { zone, deprecatedTopology, ...rest } = endpoint;
  const topology = {
    ...(deprecatedTopology as Json | undefined),
    ...(rest['nodeName'] === undefined ? {} : { [HOSTNAME]: rest['nodeName'] }),
    ...(zone === undefined ? {} : { [ZONE]: zone }),
  };
  return Object.keys(topology).length > 0 ? { ...rest, topology } : rest;
}
