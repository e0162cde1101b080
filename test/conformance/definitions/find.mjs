// Definitions and suites of cases in a folder.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const MANIFEST = /\.(?:ya?ml|json)$/;

/** All manifests below a folder, in the order of their names. */
export function manifestsIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && MANIFEST.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * Returns the definitions of a file; none for one that is not YAML, such as a template. Definitions of v1beta1 are left
 * out, and those without a group or versions: they are parts that others are patched with.
 */
export function definitionsOf(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('CustomResourceDefinition')) return [];
  return documentsOf(text)
    .flatMap((document) => (document?.kind === 'List' ? (document.items ?? []) : [document]))
    .filter((document) => document?.kind === 'CustomResourceDefinition' && isWhole(document))
    .map((definition) => ({ file, definition }));
}

function isWhole({ apiVersion, metadata, spec }) {
  return apiVersion === 'apiextensions.k8s.io/v1' && metadata?.name !== undefined && spec?.group && spec.versions;
}

/**
 * Returns the suites of cases in a folder, as openshift/api writes them: `tests/NAME/GATE.yaml` beside
 * `zz_generated.crd-manifests`. Each gets the first definition of its name with the feature gates of the suite.
 * @param only a text that the path of a suite must have
 */
export function* suitesIn(folder, only = '') {
  const files = manifestsIn(folder);
  const gates = featureGatesIn(files);
  const manifests = new Map();
  for (const file of files) {
    if (basename(dirname(dirname(file))) !== 'tests' || !file.includes(only)) continue;
    const suite = documentsOf(readFileSync(file, 'utf8'))[0];
    if (suite?.crdName === undefined || suite.tests === undefined) continue;
    const beside = join(dirname(file), '..', '..', 'zz_generated.crd-manifests');
    if (!manifests.has(beside)) manifests.set(beside, manifestsIn(beside).flatMap(definitionsOf));
    yield { file, suite, definition: definitionOf(manifests.get(beside), suite, gates) };
  }
}

function definitionOf(manifests, { crdName, featureGates = [], version }, gates) {
  const found = manifests
    .map(({ definition }) => definition)
    .filter(({ metadata }) => metadata.name === crdName)
    .find((definition) => featureGates.length === 0 || hasGates(definition, featureGates, gates));
  return found && ofVersion(found, version);
}

/** The definition with one version only, as the suites test versions that are not stored. */
function ofVersion(definition, version) {
  if (version === undefined) return definition;
  const versions = definition.spec.versions
    .filter(({ name }) => name === version)
    .map((each) => ({ ...each, served: true, storage: true }));
  return { ...definition, spec: { ...definition.spec, versions } };
}

const FEATURE_SET = 'release.openshift.io/feature-set';
const PROFILE = 'include.release.openshift.io/';

function hasGates({ metadata: { annotations = {} } }, wanted, gates) {
  const sets = (annotations[FEATURE_SET] ?? 'Default').split(',');
  if (sets.includes('CustomNoUpgrade')) return !wanted.some((gate) => gate.startsWith('-'));
  const profiles = Object.keys(annotations).filter((name) => name.startsWith(PROFILE));
  if (profiles.length === 0) return true;
  const own = gates.find(({ annotations: each }) => profiles[0] in each && sets.includes(each[FEATURE_SET] ?? ''));
  return own !== undefined && wanted.every((gate) => own.enabled.has(gate.replace(/^-/, '')) !== gate.startsWith('-'));
}

/** Returns the feature gates of each feature set. */
function featureGatesIn(files) {
  return files
    .filter((file) => basename(dirname(file)) === 'featuregates')
    .flatMap((file) => documentsOf(readFileSync(file, 'utf8')))
    .filter((document) => document?.kind === 'FeatureGate')
    .map(({ metadata: { annotations = {} }, status }) => ({
      annotations,
      enabled: new Set((status?.featureGates?.[0]?.enabled ?? []).map(({ name }) => name)),
    }));
}

function documentsOf(text) {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return [];
  return documents.map((document) => document.toJS({ maxAliasCount: -1 }));
}
