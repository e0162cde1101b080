import type { Device, DeviceAttribute, Node } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';

/** Annotation with the devices of a node: `gpu.example.com=8`, or as JSON the value of `devices` in a NodeBehavior. */
export const DEVICES_ANNOTATION = 'orrery.dev/devices';

/** Equal devices of a node. */
export interface NodeDevices {
  /** The driver that publishes them, such as `gpu.example.com`. */
  readonly driver: string;
  /** 1 if left out. */
  readonly count?: number;
  /** Prefix of their names; a number follows. The first word of the driver's name if left out. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, AttributeText>>;
  /** Quantities by name. */
  readonly capacity?: Readonly<Record<string, string | number>>;
}

/** A text, a whole number or a truth; a version is written as `{ version: "1.2.3" }`. */
type AttributeText = string | number | boolean | DeviceAttribute;

/** The most devices that one node can have. */
export const MAX_NODE_DEVICES = 1024;

/** Devices of a node by driver, or what is wrong with what is said of them. */
export type DevicesVerdict = { readonly devices: ReadonlyMap<string, readonly Device[]> } | { readonly error: string };

const NONE: DevicesVerdict = { devices: new Map() };

/** Reads the annotation of a node. */
export function devicesOf({ metadata }: Node): DevicesVerdict {
  const text = metadata.annotations?.[DEVICES_ANNOTATION];
  if (text === undefined || text.trim() === '') return NONE;
  const listed = text.trim().startsWith('[') ? readJson(text) : readShort(text);
  if (typeof listed === 'string') return { error: listed };
  const error = listed.map(problemOf).find((problem) => problem !== undefined);
  if (error !== undefined) return { error };
  return namedDevices(listed);
}

function readShort(text: string): NodeDevices[] | string {
  const listed: NodeDevices[] = [];
  for (const part of text.split(',')) {
    const [driver = '', count = '', ...more] = part.trim().split('=');
    if (!/^\d{1,4}$/.test(count) || more.length > 0) {
      return `must be a list such as gpu.example.com=8, or JSON, not ${JSON.stringify(part.trim())}`;
    }
    listed.push({ driver, count: Number(count) });
  }
  return listed;
}

function readJson(text: string): NodeDevices[] | string {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
    return isList ? (value as NodeDevices[]) : 'must be a list of objects';
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`;
  }
}

/** Returns the error of an entry; the API server validates names and values when the devices are published. */
export function problemOf({ driver, count = 1, attributes, capacity }: NodeDevices): string | undefined {
  if (typeof driver !== 'string' || driver === '') return 'driver: is required';
  if (!Number.isInteger(count) || count < 0 || count > MAX_NODE_DEVICES) {
    return `count: must be a whole number from 0 to ${MAX_NODE_DEVICES}`;
  }
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'number' && !Number.isInteger(value)) return `attributes.${name}: must be a whole number`;
  }
  for (const [name, value] of Object.entries(capacity ?? {})) {
    if (!tryParseQuantity(value).ok) return `capacity.${name}: must be a quantity`;
  }
  return undefined;
}

function namedDevices(listed: readonly NodeDevices[]): DevicesVerdict {
  const devices = new Map<string, Device[]>();
  let total = 0;
  for (const entry of listed) {
    const { driver, count = 1, name = driver.split('.')[0]! } = entry;
    total += count;
    if (total > MAX_NODE_DEVICES) return { error: `has more than ${MAX_NODE_DEVICES} devices` };
    const known = devices.get(driver) ?? [];
    devices.set(driver, known);
    const first = known.filter((device) => device.name.startsWith(`${name}-`)).length;
    for (let i = 0; i < count; i++) known.push(deviceBy(entry, `${name}-${first + i}`));
  }
  return { devices };
}

function deviceBy({ attributes = {}, capacity = {} }: NodeDevices, name: string): Device {
  const values = Object.entries(attributes).map(([key, value]) => [key, attributeOf(value)] as const);
  const amounts = Object.entries(capacity).map(([key, value]) => [key, { value: String(value) }] as const);
  return {
    name,
    ...(values.length > 0 ? { attributes: Object.fromEntries(values) } : {}),
    ...(amounts.length > 0 ? { capacity: Object.fromEntries(amounts) } : {}),
  };
}

function attributeOf(value: AttributeText): DeviceAttribute {
  if (typeof value === 'string') return { string: value };
  if (typeof value === 'number') return { int: value };
  return typeof value === 'boolean' ? { bool: value } : value;
}
