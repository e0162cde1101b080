import {
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Maximum cost of an introspection, in queries of the usual tools: none of them asks for the schema twice. */
const MOST_USUAL_QUERIES = 2;

/** Lengths of the lists of an introspection in a schema, by the name of the field. */
interface ListSizes {
  /** Per type or field, where all types are listed. */
  readonly average: Readonly<Record<string, number>>;
  /** Lengths for the largest type or field, where one is reached in another way. */
  readonly most: Readonly<Record<string, number>>;
}

const LISTS = ['fields', 'args', 'inputFields', 'enumValues', 'possibleTypes', 'interfaces'] as const;

const sizesOf = new WeakMap<GraphQLSchema, ListSizes>();
const limits = new WeakMap<GraphQLSchema, number>();

/** The most values of its schema that one operation may ask for. */
export function mostSchemaValues(schema: GraphQLSchema): number {
  let limit = limits.get(schema);
  if (limit === undefined) {
    const document = parse(getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true }));
    const fragments = new Map<string, FragmentDefinitionNode>();
    let usual = 0;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    }
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      usual += schemaValues(definition.selectionSet, { schema, fragments, most: Infinity });
    }
    limits.set(schema, (limit = usual * MOST_USUAL_QUERIES));
  }
  return limit;
}

/** Parameters of the count of an operation. */
export interface SchemaQuestion {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The count ends above this: to count on would be work. */
  readonly most: number;
}

/** Returns how many values of the schema a selection of the root asks for, by how long the lists of the schema are. */
export function schemaValues(set: SelectionSetNode, question: SchemaQuestion): number {
  const counter = new SchemaCounter(question);
  counter.rootSet(set);
  return counter.values;
}

class SchemaCounter {
  values = 0;
  private readonly sizes: ListSizes;

  constructor(private readonly question: SchemaQuestion) {
    let sizes = sizesOf.get(question.schema);
    if (!sizes) sizesOf.set(question.schema, (sizes = listSizes(question.schema)));
    this.sizes = sizes;
  }

  /** Counts the values below `__schema` and `__type`; other fields have a cost of their own. */
  rootSet(set: SelectionSetNode): void {
    this.each(set, (field) => {
      const { value } = field.name;
      if (value === '__schema' || value === '__type') this.field(field, 1, false);
    });
  }

  private each(set: SelectionSetNode, visit: (field: FieldNode) => void): void {
    for (const selection of set.selections) {
      if (this.values > this.question.most) return;
      if (selection.kind === Kind.FIELD) visit(selection);
      else {
        const isInline = selection.kind === Kind.INLINE_FRAGMENT;
        const fragment = isInline ? selection : this.question.fragments.get(selection.name.value);
        if (fragment) this.each(fragment.selectionSet, visit);
      }
    }
  }

  /** @param isOfAll whether the parent is each of all types, or a field or argument of them, once */
  private field({ name: { value: name }, selectionSet }: FieldNode, times: number, isOfAll: boolean): void {
    const { average, most } = this.sizes;
    const isList = (LISTS as readonly string[]).includes(name);
    const each = isList ? (isOfAll ? average[name]! : most[name]!) : this.lengthOf(name);
    const count = times * each;
    this.values += Math.max(count, 1);
    if (!selectionSet) return;
    const isStillOfAll =
      name === 'types' || (isOfAll && (name === 'fields' || name === 'args' || name === 'inputFields'));
    this.each(selectionSet, (field) => this.field(field, count, isStillOfAll));
  }

  private lengthOf(name: string): number {
    const { schema } = this.question;
    if (name === 'types') return Object.keys(schema.getTypeMap()).length;
    return name === 'directives' ? schema.getDirectives().length : 1;
  }
}

function listSizes(schema: GraphQLSchema): ListSizes {
  const counts = Object.fromEntries(LISTS.map((list) => [list, { sum: 0, of: 0, most: 1 }]));
  const note = (list: (typeof LISTS)[number], size: number): void => {
    const count = counts[list]!;
    count.sum += size;
    count.of++;
    count.most = Math.max(count.most, size);
  };
  const types = Object.values(schema.getTypeMap());
  for (const type of types) {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    note('fields', fields.length);
    for (const { args } of fields) note('args', args.length);
    note('inputFields', isInputObjectType(type) ? Object.keys(type.getFields()).length : 0);
    note('enumValues', isEnumType(type) ? type.getValues().length : 0);
    note('interfaces', isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0);
    note('possibleTypes', isInterfaceType(type) ? schema.getPossibleTypes(type).length : 0);
  }
  return {
    average: Object.fromEntries(LISTS.map((list) => [list, counts[list]!.sum / Math.max(counts[list]!.of, 1)])),
    most: Object.fromEntries(LISTS.map((list) => [list, counts[list]!.most])),
  };
}
