import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { allKinds, type ValueType } from '@orrery/api-types';
import { clientBinary } from '@orrery/test-services';
import { hasMessage } from './encode-protobuf';
import { messageOfBody, wireMessage, type WireMessage } from './wire-structs';

type GoField = [name: string, number: number, type: string];

const kubectl = clientBinary('kubectl');
const withKubectl = kubectl === undefined ? test.skip : test;
/** Values of one letter, by their Go types; the last part of the name is enough. */
const VALUES: Readonly<Record<string, string>> = {
  string: 's', int32: 'i', int64: 'l', int: 'l', float64: 'd', bool: 'b', bytes: 'y',
  'resource.Quantity': 'q', 'v1.Time': 't', 'v1.MicroTime': 'u', 'intstr.IntOrString': 'o',
  'runtime.RawExtension': 'x', 'v1.FieldsV1': 'x', 'v1.Duration': 's',
}; // prettier-ignore

/**
 * Returns the differences between the descriptors of kubectl for a message and the message that this server reads and
 * writes.
 */
function differences(go: Readonly<Record<string, GoField[]>>, name: string, message: WireMessage): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const compare = (struct: string, known: WireMessage | undefined): void => {
    if (seen.has(struct) || !go[struct]) return;
    seen.add(struct);
    for (const [field, number, type] of go[struct]) {
      const own = known?.get(number);
      if (own?.is === 'embedded') compare(type, own.message);
      // What releases after that of the server, or before it, have is passed over by both sides.
      else if (own && own.name !== field) found.push(`${struct} ${number}: ${own.name}, in Go ${field}`);
      else if (own) compareType(`${struct}.${field}`, type, own.type);
    }
  };
  const compareType = (place: string, type: string, own: ValueType): void => {
    const wrapping = type.slice(0, 2);
    if (wrapping === '[]' || wrapping === '{}') {
      if ((own.is === '[' || own.is === '{') && own.is === wrapping[0]) compareType(place, type.slice(2), own.item);
      else found.push(`${place}: ${own.is}, in Go ${type}`);
    } else if (own.is === 'struct') {
      if (!go[type]) found.push(`${place}: ${own.struct.name}, in Go ${type}`);
      compare(type, wireMessage(own.struct));
    } else if (own.is !== (VALUES[type] ?? VALUES[type.split('/').pop()!]))
      found.push(`${place}: ${own.is}, in Go ${type}`);
  };
  compare(name, message);
  return found;
}

/** `networking.k8s.io/v1beta1` is `k8s.io/api/networking/v1beta1` in Go. */
function goPackage(apiVersion: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `k8s.io/api/${group!.split('.')[0]}/${version}`;
}

withKubectl('every served version of every kind has the fields, numbers and types that kubectl sends', () => {
  const script = join(__dirname, '../../../../tools/generate/release/print-messages.mjs');
  const printed = execFileSync(process.execPath, [script, '--program', realpathSync(kubectl!)], { maxBuffer: 2 ** 26 });
  const go = JSON.parse(printed.toString()) as Record<string, GoField[]>;
  const versions = allKinds().flatMap(({ bodyKind, apiVersions }) =>
    apiVersions.map((apiVersion) => ({ apiVersion, kind: bodyKind })),
  );
  const known = versions.filter(
    ({ apiVersion, kind }) => go[`${goPackage(apiVersion)}.${kind}`] && hasMessage(apiVersion, kind),
  );
  const wrong = known.flatMap(({ apiVersion, kind }) =>
    differences(go, `${goPackage(apiVersion)}.${kind}`, messageOfBody(apiVersion, kind)!),
  );
  expect([...new Set(wrong)]).toEqual([]);
  expect(known.length).toBeGreaterThan(80);
});
