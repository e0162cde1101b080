/** Markers that say how code is generated, not what a value must be. */
const OF_CODE =
  /^(prerelease|openapi|deepcopy|conversion|supportsSubresource|isSubresource|deprecated|optional|opaqueType|customUnique|validation)/;

/**
 * The rules that a Go file of types declares, by struct and JSON field; `''` is the struct as a whole. A rule is its name, with its
 * value after it: `["maxItems", 32]`; rules of the type of a field are rules of the field.
 *
 * @param {string} source a `types.go`
 * @param {ReadonlyMap<string, string>} constants of all packages, which closed sets may refer to
 * @returns {Record<string, Record<string, unknown[][]>>}
 */
export function readMarkers(source, constants) {
  const ofTypes = readNamedTypes(source, constants);
  const found = {};
  for (const [, name, body] of source.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm)) {
    const fields = readFields(body, ofTypes);
    if (Object.keys(fields).length > 0) found[name] = fields;
  }
  return found;
}

function readFields(body, ofTypes) {
  const fields = {};
  let markers = [];
  for (const line of body.split('\n')) {
    const marker = /^\s*\/\/ \+k8s:(.*)$/.exec(line);
    if (marker) markers.push(marker[1]);
    // Of a struct that is embedded, the type alone is there.
    const field = /^\t(?:\w+\s+)?([^`\s]+)\s+`[^`]*json:"([^",]+)/.exec(line);
    if (!field) continue;
    const own = [...markers.flatMap(ruleOf), ...(ofTypes.get(field[1].replace(/^\*/, '')) ?? [])];
    if (own.length > 0) fields[field[2]] = own;
    markers = [];
  }
  return fields;
}

/** The texts of the constants of a Go file, by their names. */
export function readConstants(source) {
  return new Map([...source.matchAll(/^\s+(\w+)\s+(?:\w+\s*)?= "([^"]*)"/gm)].map(([, name, value]) => [name, value]));
}

/** Rules of types that are texts: the values of those that are closed sets. */
function readNamedTypes(source, constants) {
  const types = new Map();
  for (const [, comment, name] of source.matchAll(/^((?:\/\/.*\n)+)type (\w+) string$/gm)) {
    const rules = [...comment.matchAll(/^\/\/ \+k8s:(.*)$/gm)].flatMap(([, text]) => ruleOf(text));
    const values = valuesOf(name, source, constants);
    const known = rules.map((rule) => (rule[0] === 'enum' ? ['enum', ...values.sort()] : rule));
    if (known.length > 0) types.set(name, known);
  }
  return types;
}

/** The constants of a type: `X Type = "a"`, `X = Type("a")`, `X = Type(v1.Other)`. */
function valuesOf(type, source, constants) {
  const declared = new RegExp(
    `^\\s+\\w+\\s+(?:${type}\\s*= "([^"]*)"|= ${type}\\((?:"([^"]*)"|(?:\\w+\\.)?(\\w+))\\))`,
    'gm',
  );
  return [...source.matchAll(declared)].map(([, typed, converted, other]) => {
    const value = typed ?? converted ?? constants.get(other);
    if (value === undefined) throw new TypeError(`${type} refers to the constant ${other}, which no package has`);
    return value;
  });
}

/** `alpha(since: "1.36")=+k8s:maxItems=32` is `["maxItems", 32]`; a gate that must be open or closed comes last. */
function ruleOf(text) {
  const rest = text.trim().replace(/^(?:alpha|beta)(?:\([^)]*\))?=\+k8s:/, '');
  const gate = /^if(Enabled|Disabled)\((\w+)\)=\+k8s:(.*)$/.exec(rest);
  if (gate) return ruleOf(gate[3]).map((rule) => [...rule, { [gate[1] === 'Enabled' ? 'with' : 'without']: gate[2] }]);
  if (OF_CODE.test(rest)) return [];
  const nested = /^(eachKey|eachVal|subfield\([^)]*\)|member\([^)]*\)|item\([^)]*\))=\+k8s:(.*)$/.exec(rest);
  if (nested) return ruleOf(nested[2]).map((rule) => [...place(nested[1]), ...rule]);
  const [, name, value] = /^(\w+)(?:\([^)]*\))?(?:=(.*))?$/.exec(rest) ?? [];
  if (name === undefined) throw new TypeError(`a marker has an unknown form: +k8s:${text}`);
  return [value === undefined ? [name] : [name, valueOf(value)]];
}

/** `member("Limited")` is `"member", "Limited"`; `item(type: "Approved")` is `"item", "Approved"`. */
function place(text) {
  const [, name, argument] = /^(\w+)(?:\((?:\w+: )?"?([^")]*)"?\))?$/.exec(text);
  return argument === undefined ? [name] : [name, argument];
}

function valueOf(text) {
  const bare = text.replace(/^"(.*)"$/, '$1');
  return /^-?\d+$/.test(bare) ? Number(bare) : bare;
}
