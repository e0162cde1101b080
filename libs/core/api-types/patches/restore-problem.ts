const DECODING = /^json: cannot unmarshal (\w+)(?: \S+)? into Go (?:struct field \S+|value) of type (.+)$/;
/** The kinds of values as the converter of unstructured objects names them. */
const KINDS: Readonly<Record<string, string>> = { object: 'map', array: 'slice', string: 'string', bool: 'bool' };

/**
 * Words a problem of decoding as the converter does that puts a strategically patched map into a typed object
 * (`DefaultUnstructuredConverter` of apimachinery): `cannot restore slice from map`.
 */
export function restoreProblem(problem: string): string {
  const [, given, wanted] = DECODING.exec(problem) ?? [];
  if (given === undefined || wanted === undefined) return problem;
  const from = KINDS[given] ?? 'int64';
  if (wanted.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (wanted.startsWith('map[')) return `cannot restore map from ${from}`;
  if (wanted.startsWith('v1.')) return `cannot restore struct from: ${from}`;
  return from === 'int64' ? `cannot convert int64 to ${wanted}` : `unrecognized type: ${wanted}`;
}
