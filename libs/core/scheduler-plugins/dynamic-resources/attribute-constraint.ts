import type { DeviceAttribute, DeviceConstraint } from '@orrery/api-types';
import type { Candidate } from './device-pools';

/** The devices of some requests must have the same value of an attribute (`matchAttributeConstraint`). */
export class AttributeConstraint {
  private readonly requests: ReadonlySet<string>;
  private readonly attribute: string;
  private value: string | undefined;
  private count = 0;

  constructor({ requests = [], matchAttribute = '' }: DeviceConstraint) {
    this.requests = new Set(requests);
    this.attribute = matchAttribute;
  }

  /** Counts a device for a request (`request` or `request/subrequest`); false if it does not match the others. */
  add(request: string, candidate: Candidate): boolean {
    if (!this.concerns(request)) return true;
    const value = valueOf(candidate, this.attribute);
    if (value === undefined || (this.count > 0 && value !== this.value)) return false;
    this.value = value;
    this.count++;
    return true;
  }

  /** Takes back a successful {@link add}. */
  remove(request: string): void {
    if (this.concerns(request)) this.count--;
  }

  private concerns(request: string): boolean {
    if (this.requests.size === 0 || this.requests.has(request)) return true;
    const slash = request.indexOf('/');
    return slash >= 0 && this.requests.has(request.slice(0, slash));
  }
}

/** A value with its type, as a text; names without a domain are those of the driver. */
function valueOf({ device, driver }: Candidate, name: string): string | undefined {
  const { attributes = {} } = device;
  const bare = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : undefined;
  const key = [name, bare].find((text) => text !== undefined && Object.hasOwn(attributes, text));
  return key === undefined ? undefined : textOf(attributes[key]!);
}

function textOf({ string, int, bool, version }: DeviceAttribute): string | undefined {
  if (string !== undefined) return `string ${string}`;
  if (int !== undefined) return `int ${int}`;
  if (bool !== undefined) return `bool ${bool}`;
  return version === undefined ? undefined : `version ${version}`;
}
