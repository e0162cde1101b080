// Runs the cases of a suite, as openshift/api's own generator does (tests/generator.go).
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { Refusal, until } from './api.mjs';
import { applyPatch } from './json-patch.mjs';

const SENTINEL = 'sentinel';
/** Time limit for a changed definition to take effect, as in openshift/api. */
const EFFECT_LIMIT_MS = 5000;

/** Returns the results of the cases of a suite: the name of each, and its difference; undefined if there is none. */
export async function runSuite(api, { suite, definition }) {
  const cases = [...(suite.tests.onCreate ?? []), ...(suite.tests.onUpdate ?? [])];
  if (!definition) return cases.map(({ name }) => ({ name, difference: 'no definition for the suite' }));
  try {
    await api.install(definition, false);
  } catch (error) {
    return cases.map(({ name }) => ({ name, difference: `definition refused: ${error.message}` }));
  }
  const target = new Target(api, definition);
  const outcomes = [];
  try {
    for (const each of cases) {
      outcomes.push({ name: each.name, difference: await differenceOf(each, target) });
      await target.clear();
    }
  } finally {
    await api.uninstall(definition.metadata.name);
  }
  return outcomes;
}

async function differenceOf(each, target) {
  try {
    await ('updated' in each ? runUpdate(each, target) : runCreate(each, target));
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** The kind under test. */
class Target {
  constructor(api, definition) {
    this.api = api;
    this.definition = definition;
    this.served = undefined;
  }

  pathOf({ apiVersion }) {
    const { names, scope } = this.definition.spec;
    return `/apis/${apiVersion}/${scope === 'Namespaced' ? 'namespaces/default/' : ''}${names.plural}`;
  }

  create = (object) => this.api.create(this.pathOf(object), object);
  read = (object) => this.api.get(`${this.pathOf(object)}/${object.metadata.name}`);
  update = (object) => this.api.update(`${this.pathOf(object)}/${object.metadata.name}`, object);
  updateStatus = (object) => this.api.update(`${this.pathOf(object)}/${object.metadata.name}/status`, object);

  /** Deletes the objects of a case. */
  async clear() {
    const { group, versions } = this.definition.spec;
    await this.api.remove(this.pathOf({ apiVersion: `${group}/${versions[0].name}` }));
  }

  /** Sets another spec of the definition, with a field that shows when it is in effect. */
  async redefine(spec, mark) {
    const marked = structuredClone(spec);
    marked.versions[0].schema.openAPIV3Schema.properties[SENTINEL] = { type: 'string', enum: [mark] };
    await this.api.redefine(this.definition.metadata.name, marked);
  }
}

async function runCreate({ initial, expected, expectedError }, target) {
  const object = objectOf(initial);
  let made;
  try {
    made = await target.create(object);
  } catch (error) {
    return expectRefusal(error, expectedError);
  }
  expectNone(expectedError);
  compare(await target.read(made), objectOf(expected));
}

async function runUpdate(each, target) {
  const { initialCRDPatches: patches = [], initial, updated, expected, expectedError, expectedStatusError } = each;
  const first = objectOf(initial);
  const made = await createFirst(first, patches, target);
  if (first.status !== undefined) await target.updateStatus({ ...made, status: first.status });
  if (patches.length > 0) await restore(made, target);
  const before = await target.read(made);
  const next = objectOf(updated);
  const { name, namespace, resourceVersion } = before.metadata;
  next.metadata = { ...next.metadata, name, namespace, resourceVersion };
  let after;
  try {
    after = await target.update(next);
  } catch (error) {
    return expectRefusal(error, expectedError);
  }
  expectNone(expectedError);
  if (next.status !== undefined) {
    try {
      await target.updateStatus({ ...after, status: next.status });
    } catch (error) {
      return expectRefusal(error, expectedStatusError);
    }
    expectNone(expectedStatusError);
  }
  compare(await target.read(made), objectOf(expected));
}

async function createFirst(object, patches, target) {
  if (patches.length === 0) return target.create(object);
  const { spec } = applyPatch(target.definition, patches);
  await target.redefine(spec, 'patched');
  return eventually(() => target.create({ ...object, [SENTINEL]: 'patched' }));
}

/** The definition as it was, and sure to count. */
async function restore(made, target) {
  const { spec } = target.definition;
  await target.redefine(spec, 'restored');
  await eventually(async () => target.update({ ...(await target.read(made)), [SENTINEL]: 'restored' }));
  await target.api.redefine(target.definition.metadata.name, spec);
}

/** Does something again until the server lets it: a changed definition counts a moment later. */
async function eventually(action) {
  let made;
  let refusal;
  const isDone = async () => {
    try {
      made = await action();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
      return false;
    }
  };
  await until(() => refusal.message, isDone, EFFECT_LIMIT_MS);
  return made;
}

function objectOf(text) {
  const object = parse(text ?? '') ?? {};
  return { ...object, metadata: { ...object.metadata, generateName: 'test-', namespace: 'default' } };
}

function expectRefusal(error, expected) {
  if (!(error instanceof Refusal)) throw error;
  if (expected === undefined || expected === '') throw new Error(`refused: ${error.message}`);
  if (!error.message.includes(expected)) throw new Error(`said ${error.message}; expected ${expected}`);
}

function expectNone(expected) {
  if (expected) throw new Error(`accepted; expected ${expected}`);
}

const MADE_BY_SERVERS = [
  ...['uid', 'generation', 'creationTimestamp', 'resourceVersion', 'managedFields', 'selfLink', 'generateName'],
  ...['name', 'namespace'],
];

function compare(given, expected) {
  const [a, b] = [given, expected].map(withoutMade);
  if (!isDeepStrictEqual(a, b)) throw new Error(`is ${JSON.stringify(a)}; expected ${JSON.stringify(b)}`);
}

function withoutMade({ metadata = {}, ...object }) {
  const kept = Object.entries(metadata).filter(([name]) => !MADE_BY_SERVERS.includes(name));
  return { ...object, metadata: Object.fromEntries(kept) };
}
