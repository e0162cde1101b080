import {
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isObjectType,
  Kind,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { mostSchemaValues, schemaValues } from './introspection-cost';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@orrery/insights';

/** Maximum cost of one operation: a field costs 1, times the items of the pages around it. */
export const MAX_COST = 500_000;
/** Fields of one document, fragments opened: above this even counting would be work. */
const MAX_FIELDS = 20_000;

/** Parts of a connection that are there once, whatever the size of its page. */
const ONCE = new Set(['pageInfo', 'totalCount', 'resourceVersion', 'summary', '__typename']);

export interface CostQuestion {
  readonly document: DocumentNode;
  /** Variables of the operation; undefined where they are unknown: page sizes by variable then count as the largest. */
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Schema, which determines the fields that answer with a connection: `nodes` does at the root, and is the items of
   * every connection.
   */
  readonly schema: GraphQLSchema;
  readonly maxCost?: number;
}

/** An error if an operation of the document could become too large an answer. */
export function costError(question: CostQuestion): GraphQLError | undefined {
  const { maxCost = MAX_COST } = question;
  for (const definition of question.document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const cost = costOf(definition, question);
    if (cost > maxCost) return tooMuch(definition, cost, maxCost);
    const refusal = schemaCostError(definition, question);
    if (refusal) return refusal;
  }
  return undefined;
}

function tooMuch(definition: OperationDefinitionNode, cost: number, maxCost: number, ofWhat = ''): GraphQLError {
  return new GraphQLError(`the operation may return ${cost} values${ofWhat}, more than the maximum of ${maxCost}`, {
    nodes: definition,
    extensions: { code: 'BAD_USER_INPUT', cost, maxCost, status: 400 },
  });
}

/** An error if an operation asks for more of the schema than any tool does. */
function schemaCostError(definition: OperationDefinitionNode, { document, schema }: CostQuestion) {
  const most = mostSchemaValues(schema);
  const cost = Math.ceil(schemaValues(definition.selectionSet, { schema, fragments: fragmentsIn(document), most }));
  return cost > most ? tooMuch(definition, cost, Math.floor(most), ' of the schema') : undefined;
}

function fragmentsIn(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((definition) => [definition.name.value, definition]));
}

function costOf(operation: OperationDefinitionNode, question: CostQuestion): number {
  const counter = new CostCounter(question);
  const root = question.schema.getRootType(operation.operation) ?? undefined;
  const cost = counter.ofSet(operation.selectionSet, { type: root, times: 1 });
  return counter.fields > MAX_FIELDS ? Number.MAX_SAFE_INTEGER : cost;
}

/** Position of a selection. */
interface Place {
  /** Type whose fields are selected; undefined for one that the schema does not contain, which validation refuses. */
  readonly type: GraphQLNamedType | undefined;
  /** Maximum number of times that the selection is answered. */
  readonly times: number;
}

class CostCounter {
  fields = 0;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(private readonly question: CostQuestion) {
    this.fragments = fragmentsIn(question.document);
  }

  ofSet(set: SelectionSetNode, place: Place): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (this.fields > MAX_FIELDS) return cost;
      cost += this.ofSelection(selection, place);
    }
    return cost;
  }

  private ofSelection(selection: SelectionSetNode['selections'][number], place: Place): number {
    if (selection.kind === Kind.FIELD) return this.ofField(selection, place);
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragments.get(selection.name.value);
    if (!fragment) return 0;
    const condition = fragment.typeCondition?.name.value;
    const type = condition === undefined ? place.type : this.question.schema.getType(condition);
    return this.ofSet(fragment.selectionSet, { type, times: place.times });
  }

  private ofField({ name, selectionSet, arguments: args }: FieldNode, { type: parent, times }: Place): number {
    this.fields++;
    if (!selectionSet || name.value.startsWith('__')) return times;
    const type = typeOfField(parent, name.value);
    if (!isConnection(type)) return times + this.ofSet(selectionSet, { type, times });
    const size = this.pageSize(args ?? []);
    let cost = times;
    for (const selection of selectionSet.selections) {
      const isOnce = selection.kind === Kind.FIELD && ONCE.has(selection.name.value);
      cost += this.ofSelection(selection, { type, times: isOnce ? times : times * size });
    }
    return cost;
  }

  private pageSize(args: readonly ArgumentNode[]): number {
    const argument = args.find(({ name }) => name.value === 'first' || name.value === 'last');
    if (!argument) return DEFAULT_PAGE_SIZE;
    const { value } = argument;
    const { variables } = this.question;
    if (value.kind === Kind.VARIABLE && !variables) return MAX_PAGE_SIZE;
    const size =
      value.kind === Kind.VARIABLE
        ? variables?.[value.name.value]
        : value.kind === Kind.INT
          ? Number(value.value)
          : undefined;
    return typeof size === 'number' && size > 0 ? Math.min(size, MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
  }
}

function typeOfField(parent: GraphQLNamedType | undefined, name: string): GraphQLNamedType | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  const field = parent.getFields()[name];
  return field && getNamedType(field.type);
}

function isConnection(type: GraphQLNamedType | undefined): boolean {
  return isObjectType(type) && type.name.endsWith('Connection');
}
