import { describeModels } from './describe-models.mjs';
import { modelName } from './model-name.mjs';
import { packageOf } from './versions.mjs';
import { referenceTexts } from './reference-texts.mjs';

/** Go types that are one value in JSON. */
const VALUES = {
  'k8s.io/apimachinery/pkg/api/resource.Quantity': 'Quantity',
  'k8s.io/apimachinery/pkg/apis/meta/v1.Time': 'Time',
  'k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime': 'MicroTime',
  'k8s.io/apimachinery/pkg/apis/meta/v1.Duration': 'string',
  'k8s.io/apimachinery/pkg/util/intstr.IntOrString': 'IntOrString',
  'k8s.io/apimachinery/pkg/runtime.RawExtension': 'any',
  'k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1': 'any',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.CustomResourceSubresourceStatus': 'any',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON': 'any',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray': 'any',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool': 'any',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray': 'any',
};
/** Values for which the models have the text of the value's type in place of the field's. */
const VALUES_WITH_TEXT = new Set(['IntOrString', 'MicroTime']);
/** Envelopes of lists and parameters of URLs, which are no parts of objects. */
const LEFT_OUT = /(List|ProxyOptions|ExecOptions|AttachOptions|LogOptions|PortForwardOptions)$/;
/** What every object has before its own fields. */
const TYPE_META = 'k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta';

/**
 * The structs of an API package, by their Go names: fields with their types, numbers on the wire, patch rules and texts.
 *
 * @param {{structs: Map, models: Map, references: string}} release what was read of a release
 * @param home one of PACKAGES
 */
export function describePackage(release, home) {
  if (home.structs) return describeModels(release, home);
  const described = {};
  for (const [fullName, struct] of [...release.structs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = fullName.slice(home.go.length + 1);
    const isHere = fullName.startsWith(`${home.go}.`) && /^[A-Z]/.test(name);
    if (!isHere || VALUES[fullName] || LEFT_OUT.test(name)) continue;
    const model = modelName(release.models, home, name);
    if (model) described[name] = describeStruct(release, { home, name, model, struct });
  }
  return described;
}

/**
 * The structs of a package of an older version, for their messages: fields with types and numbers on the wire, without texts.
 *
 * @param {Map} structs of a Go program
 * @param home one of VERSION_PACKAGES
 */
export function describeVersion(structs, home) {
  const described = {};
  for (const [fullName, struct] of [...structs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = fullName.slice(home.go.length + 1);
    if (!fullName.startsWith(`${home.go}.`) || !/^[A-Z]\w*$/.test(name) || LEFT_OUT.test(name)) continue;
    const fields = {};
    for (const { jsonName, type, number, pointer, omitEmpty } of fieldsOf(structs, struct)) {
      fields[jsonName] = { type, number, pointer, omitEmpty };
    }
    described[name] = { fields };
  }
  return described;
}

function describeStruct(release, { home, name, model, struct }) {
  const about = release.models.get(model);
  const texts = referenceTexts(release.references, { ...home, name });
  const fields = {};
  for (const { jsonName, isTypeMeta, ...field } of fieldsOf(release.structs, struct)) {
    const known = about.fields.get(jsonName);
    // A program of a later release may know fields that this one lacks.
    if (!known) continue;
    // Of kind and version every kind says the same.
    const own = VALUES_WITH_TEXT.has(field.type) ? '' : known.text;
    const text = isTypeMeta ? '' : own || texts.get(jsonName) || '';
    fields[jsonName] = { ...field, ...(known.isRequired ? { required: true } : {}), ...(text ? { text } : {}) };
  }
  return { model, text: about.text, fields };
}

/** The fields of a struct as JSON has them, with those of embedded structs. */
function* fieldsOf(structs, struct, path = '') {
  for (const field of struct.fields) {
    const [jsonName, ...flags] = (/json:"([^"]*)"/.exec(field.tag)?.[1] ?? '-').split(',');
    const number = /protobuf:"\w+,(\d+)/.exec(field.tag)?.[1];
    if (jsonName === '-') continue;
    if (jsonName === '' && field.type.name === TYPE_META) {
      yield { jsonName: 'apiVersion', type: 'string', omitEmpty: true, isTypeMeta: true };
      yield { jsonName: 'kind', type: 'string', omitEmpty: true, isTypeMeta: true };
    } else if (jsonName === '') {
      yield* fieldsOf(structs, structs.get(field.type.name), number ? `${path}${number}.` : path);
    } else {
      yield {
        jsonName,
        type: typeName(field.type),
        ...(number ? { number: `${path}${number}` } : {}),
        ...(field.type.kind === 'pointer' ? { pointer: true } : {}),
        ...(flags.includes('omitempty') ? { omitEmpty: true } : {}),
        ...patchRules(field.tag),
      };
    }
  }
}

function patchRules(tag) {
  const strategy = /patchStrategy:"([^"]*)"/.exec(tag)?.[1];
  const key = /patchMergeKey:"([^"]*)"/.exec(tag)?.[1];
  return { ...(strategy ? { patchStrategy: strategy } : {}), ...(key ? { mergeKey: key } : {}) };
}

/** `[]core.v1.Container`, `map[string]Quantity`, `int32`. */
function typeName({ kind, name, item }) {
  if (kind === 'pointer') return typeName(item);
  if (kind === 'slice') return item.kind === 'uint8' ? 'bytes' : `[]${typeName(item)}`;
  if (kind === 'map') return `map[string]${typeName(item)}`;
  if (kind !== 'struct') return kind === 'interface' ? 'any' : kind === 'int' ? 'int64' : kind;
  if (VALUES[name]) return VALUES[name];
  const home = packageOf(name);
  if (!home) throw new TypeError(`a field has the type ${name}, whose package is not kept`);
  return `${home.id}.${name.slice(home.go.length + 1)}`;
}
