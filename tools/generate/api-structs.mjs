import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionMessages } from './version-messages.mjs';

/** Bodies that belong to every group, so that clients send them in the version of any. */
const META_KINDS = new Set(['DeleteOptions']);
const ANY_GROUP = '*';
/** Needed by kinds of metrics and the like, but never written. */
const WITHOUT_STRUCT = new Set(['NodeMetrics', 'PodMetrics']);

/**
 * The structs that the registered kinds are made of, from the taken release and the overlay, by the names that the
 * tables give them: `V1PodSpec`.
 *
 * @param {string} folder of the generator: with `upstream` and `overlay`
 * @param {{apiVersion: string, kind: string}[]} kinds as the registry has them
 */
export function collectStructs(folder, kinds) {
  const packages = readPackages(join(folder, 'upstream/api'));
  for (const [id, structs] of readPackages(join(folder, 'overlay/api'))) {
    packages.set(id, { ...packages.get(id), ...structs });
  }
  const markers = JSON.parse(readFileSync(join(folder, 'overlay/list-markers.json'), 'utf8'));
  const texts = JSON.parse(readFileSync(join(folder, 'overlay/texts.json'), 'utf8'));
  const required = JSON.parse(readFileSync(join(folder, 'overlay/required.json'), 'utf8'));
  const alternatives = JSON.parse(readFileSync(join(folder, 'overlay/alternatives.json'), 'utf8'));
  const collected = new Map();
  const structOfBody = new Map();
  for (const { apiVersion, kind } of kinds) {
    if (WITHOUT_STRUCT.has(kind)) continue;
    const isMeta = META_KINDS.has(kind);
    const struct = collect(`${isMeta ? 'meta.v1' : packageId(packages, apiVersion)}.${kind}`);
    structOfBody.set(`${isMeta ? ANY_GROUP : groupOf(apiVersion)} ${kind}`, struct.name);
  }
  return {
    atomicStructs: new Set(markers.structs),
    structs: new Map([...collected.values()].map((struct) => [struct.name, struct])),
    structOfBody,
    versions: versionMessages(folder, { kinds, collected, packages, markers }),
  };

  function find(id) {
    const place = id.lastIndexOf('.');
    const found = packages.get(id.slice(0, place))?.[id.slice(place + 1)];
    if (!found) throw new TypeError(`${id} is in no file of upstream/api or overlay/api`);
    return found;
  }

  function collect(id) {
    const known = collected.get(id);
    if (known) return known;
    const { model, text, fields } = find(id);
    const struct = { id, name: model, text, isAtomic: markers.structs.includes(id), fields: new Map() };
    collected.set(id, struct);
    for (const [name, described] of Object.entries(fields).sort(byName)) {
      const field = { ...described, type: alternatives[`${id}.${name}`] ?? described.type };
      const { target } = parts(field.type);
      struct.fields.set(name, {
        ...field,
        text: texts[`${id}.${name}`] ?? field.text,
        required: required[`${id}.${name}`] ?? field.required,
        ...listRules(field, markers.fields[`${id}.${name}`]),
        shape: shapeOf(field.type, target && collect(target).name),
      });
    }
    return struct;
  }
}

function byName([a], [b]) {
  return a < b ? -1 : 1;
}

/** The group of `group/version`; empty for the core group. */
function groupOf(apiVersion) {
  return apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
}

/**
 * `apps/v1` is `apps.v1`, `rbac.authorization.k8s.io/v1` is `rbac.v1`, `v1` is `core.v1`. A package whose group begins as
 * another one has the whole name: `apps.openshift.io.v1`.
 */
export function packageId(packages, apiVersion) {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const whole = `${group}.${version}`;
  return packages.has(whole) ? whole : `${group.split('.')[0]}.${version}`;
}

export function readPackages(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** Letters of the table of structs; `struct-types.ts` explains them. */
const LETTERS = {
  string: 's',
  int32: 'i',
  int64: 'l',
  float64: 'd',
  bool: 'b',
  bytes: 'y',
  Quantity: 'q',
  Time: 't',
  MicroTime: 'u',
  IntOrString: 'o',
  any: 'x',
};

/** The wrapping of a type, as the table writes it, and the struct in it. */
export function parts(type) {
  let wrapping = '';
  let rest = type;
  for (let match; (match = /^(\[\]|map\[string\]|\|)/.exec(rest)); rest = rest.slice(match[0].length)) {
    wrapping += match[0][0] === 'm' ? '{' : match[0][0];
  }
  return { wrapping, rest, target: Object.hasOwn(LETTERS, rest) ? undefined : rest };
}

/** A type as the tables write it. */
export function shapeOf(type, structName) {
  const { wrapping, rest } = parts(type);
  return `${wrapping}${structName ?? LETTERS[rest]}`;
}

/**
 * How appliers own what is in a field. Where no marker says otherwise, a list is owned by the key by which patches merge
 * it, and as a whole where they do not.
 */
export function listRules({ type, patchStrategy = '', mergeKey }, marker) {
  if (marker !== undefined) return { listType: marker };
  if (!type.startsWith('[]') || !/\bmerge\b/.test(patchStrategy)) return {};
  return { listType: mergeKey ?? 'set' };
}
