import 'reflect-metadata';
import { TypeMetadataStorage } from '@nestjs/graphql';
import {
  allKinds,
  goStructName,
  hiddenFields,
  RELEASES,
  structNamed,
  structNames,
  structOfKind,
  type KindInfo,
} from '@orrery/api-types';
import { getNamedType, isObjectType, type GraphQLSchema } from 'graphql';
import { describeStruct } from '@orrery/api-descriptions';
import { buildSchema, MAX_DEPTH, TYPED_KINDS, typeNameOf } from '@orrery/graphql-api';
import { definitionName, definitions } from '@orrery/api-descriptions';
import { wireMessage } from '@orrery/rest-api';

/** Kinds of other projects, and of this one, travel as JSON and YAML only, as custom resources do. */
const OF_KUBERNETES = /^(|apps|autoscaling|batch|policy|.*\.k8s\.io)$/;
const stored = allKinds().filter((kind) => kind.served && structOfKind(kind));

let schema: GraphQLSchema;

beforeAll(async () => {
  schema = await buildSchema();
});

describe.each(stored.map((kind): [string, KindInfo] => [`${kind.storageApiVersion} ${kind.kind}`, kind]))(
  '%s has all its parts',
  (_name, kind) => {
    const struct = structOfKind(kind)!;

    test('texts and an OpenAPI definition in every version', () => {
      expect(describeStruct(struct.name)?.text).toBeTruthy();
      for (const apiVersion of kind.apiVersions) {
        const name = definitionName({ apiVersion, kind: kind.bodyKind });
        const release = RELEASES.findLast((each) => definitions(each).has(name))!;
        const definition = definitions(release).get(name);
        const later = hiddenFields(release).get(struct)?.size ?? 0;
        expect(definition?.description).toBeTruthy();
        expect(Object.keys(definition?.properties ?? {}).length).toBe(struct.fields.size - later);
      }
    });

    test('protobuf numbers, if it is a kind of Kubernetes', () => {
      expect(wireMessage(struct) !== undefined).toBe(OF_KUBERNETES.test(kind.group));
    });

    test('a GraphQL type with the fields of its struct, in every version', () => {
      const isListed = kind.verbs.includes('list') && kind.verbs.includes('watch');
      expect(TYPED_KINDS.includes(kind)).toBe(isListed);
      for (const apiVersion of kind.apiVersions) {
        expect(typeNameOf({ apiVersion, kind: kind.kind })).toBe(isListed ? kind.kind : 'Unstructured');
      }
      if (!isListed) return;
      const type = schema.getType(kind.kind);
      const fields = isObjectType(type) ? Object.keys(type.getFields()) : [];
      expect(fields).toEqual(expect.arrayContaining([...struct.fields.keys()]));
    });
  },
);

/** Types of pages, behind which are other objects. */
function connectionTypes(): unknown[] {
  return Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Connection'));
}

describe('GraphQL types', () => {
  test('have names of their own', () => {
    const names = TypeMetadataStorage.getObjectTypesMetadata().map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  test('can be read to the last field from a list within the limit of depth', () => {
    const deepest = (type: unknown, above: readonly unknown[]): number => {
      if (!isObjectType(type) || above.includes(type)) return 0;
      const parts = Object.values(type.getFields()).map(({ type: field }) => getNamedType(field));
      const own = parts.filter((part) => !isObjectType(part) || part.getInterfaces().length === 0);
      return 1 + Math.max(0, ...own.map((part) => deepest(part, [...above, type])));
    };
    // `cronJobs { edges { node { … } } }`; relations lead to other objects and are not counted.
    const depths = TYPED_KINDS.map(({ kind }) => 3 + deepest(schema.getType(kind), connectionTypes()));
    expect(Math.max(...depths)).toBe(MAX_DEPTH);
  });

  test('the one of conditions has all fields of all conditions', () => {
    const type = schema.getType('Condition');
    const served = new Set(isObjectType(type) ? Object.keys(type.getFields()) : []);
    const conditions = structNames().filter((name) => {
      const struct = structNamed(name)!;
      // Statuses of components are found out, and have no GraphQL type.
      const isTyped = goStructName(struct) !== 'ComponentCondition';
      return isTyped && /Condition$/.test(goStructName(struct)) && struct.fields.has('status');
    });
    const missing = conditions.flatMap((name) =>
      [...structNamed(name)!.fields.keys()].filter((field) => !served.has(field)).map((field) => `${name}.${field}`),
    );
    expect(conditions.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });
});
