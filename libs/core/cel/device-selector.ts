import { Environment } from '@marcbachmann/cel-js';
import { CostBudget } from './cost-budget';
import { compileIn, ExpressionError, typesOf } from './expression';
import { addFunctions } from './functions/functions';
import { allowOptionalEntries } from './optional-entries';
import { quantityValue } from './functions/quantity-functions';
import { parseSemver } from './semver';
import { DYN, mapType, objectType, QUANTITY, STRING } from './types/cel-type';
import { declarationsOf, withBindings } from './types/declarations';
import { NEW_EXPRESSIONS } from './types/libraries';

/** Maximum cost of one selector on one device (`CELSelectorExpressionMaxCost`). */
const SELECTOR_MAX_COST = 1_000_000;

/** An attribute of a device: one of these is there. */
export interface DeviceAttributeValue {
  readonly int?: number | bigint;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
}

/** A device as selectors see it. */
export interface SelectableDevice {
  readonly driver: string;
  readonly attributes?: Readonly<Record<string, DeviceAttributeValue>>;
  readonly capacity?: Readonly<Record<string, { readonly value: string }>>;
}

/** A compiled selector of devices. */
export interface DeviceSelectorExpression {
  /** Returns whether the device is selected. Throws the error of the values, or `CostExceeded`. */
  matches(device: SelectableDevice): boolean;
}

/** Values by domain, then by name. A domain that no value has is empty, not absent, but `in` does not find it. */
class DomainMap extends Map<string, Readonly<Record<string, unknown>>> {
  override get(domain: string): Readonly<Record<string, unknown>> {
    return super.get(domain) ?? EMPTY;
  }
}

class DeviceValue {
  constructor(
    readonly driver: string,
    readonly attributes: DomainMap,
    readonly capacity: DomainMap,
  ) {}
}

const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});
let environment: Environment | undefined;

/**
 * Compiles a selector of devices over the variable `device`, with `driver`, `attributes` and `capacity`
 * (`dynamic-resource-allocation/cel/compile.go`). Throws `ExpressionError`.
 */
export function compileDeviceSelector(text: string): DeviceSelectorExpression {
  environment ??= deviceEnvironment();
  const expression = compileIn(environment, text, (type) =>
    type === 'bool' || type === 'dyn' ? undefined : `must evaluate to bool or the unknown type, not ${type}`,
  );
  return {
    matches: (device) => {
      const value = expression.evaluate({ device: valueOf(device) }, new CostBudget(SELECTOR_MAX_COST));
      if (typeof value === 'boolean') return value;
      throw new TypeError(`CEL result of type ${typeNameOf(value)} could not be converted to bool`);
    },
  };
}

const DEVICE_TYPES = new Map([
  [
    'device',
    objectType(
      'DRADevice',
      new Map([
        ['driver', STRING],
        ['attributes', mapType(STRING, mapType(STRING, DYN))],
        ['capacity', mapType(STRING, mapType(STRING, QUANTITY))],
      ]),
    ),
  ],
]);

/**
 * Checks the types in a selector, in the words of cel-go and with the place; throws `ExpressionError`. What passes may still be refused
 * by {@link compileDeviceSelector}.
 */
export function checkDeviceSelector(text: string): void {
  const verdict = typesOf(text, DEVICE_TYPES, withBindings(declarationsOf(NEW_EXPRESSIONS)));
  if ('errors' in verdict) throw new ExpressionError(`compilation failed: ${verdict.errors}`);
}

function deviceEnvironment(): Environment {
  const made = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  addFunctions(made);
  allowOptionalEntries(made);
  made
    .registerType('DeviceDomains', { ctor: DomainMap })
    .registerType('DRADevice', {
      ctor: DeviceValue,
      fields: { driver: 'string', attributes: 'DeviceDomains', capacity: 'DeviceDomains' },
    })
    // What a map has of its own, `get` is not asked.
    .registerOperator('string in DeviceDomains', (domain: string, domains: DomainMap) => domains.has(domain))
    .registerVariable('device', 'DRADevice');
  return made;
}

function valueOf({ driver, attributes, capacity }: SelectableDevice): DeviceValue {
  return new DeviceValue(
    driver,
    byDomain(attributes ?? {}, driver, attributeValue),
    byDomain(capacity ?? {}, driver, ({ value }) => quantityValue(value)),
  );
}

function byDomain<T>(values: Readonly<Record<string, T>>, driver: string, read: (value: T) => unknown): DomainMap {
  const domains = new DomainMap();
  for (const [name, value] of Object.entries(values)) {
    const slash = name.indexOf('/');
    const domain = slash < 0 ? driver : name.slice(0, slash);
    const inDomain: Record<string, unknown> = { ...domains.get(domain), [name.slice(slash + 1)]: read(value) };
    domains.set(domain, inDomain);
  }
  return domains;
}

function attributeValue(attribute: DeviceAttributeValue): unknown {
  if (attribute.int !== undefined) return BigInt(attribute.int);
  if (attribute.bool !== undefined) return attribute.bool;
  if (attribute.string !== undefined) return attribute.string;
  const version = parseSemver(attribute.version ?? '');
  if (!version) throw new TypeError('unsupported attribute value');
  return version;
}

function typeNameOf(value: unknown): string {
  return typeof value === 'bigint' ? 'int' : typeof value === 'number' ? 'double' : typeof value;
}
