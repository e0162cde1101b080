import {
  GraphQLError,
  Kind,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../connections/page-request';

/** What one operation may cost: a field costs 1, times the items of the pages around it. */
export const MAX_COST = 500_000;
/** Fields of one document, fragments opened: above this even counting would be work. */
const MAX_FIELDS = 20_000;

/** Parts of a connection that are there once, whatever the size of its page. */
const ONCE = new Set(['pageInfo', 'totalCount', 'resourceVersion', '__typename']);

export interface CostQuestion {
  readonly document: DocumentNode;
  /** Undefined where they are not known: page sizes by variable then count as the largest. */
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /** The fields that answer with a connection. */
  readonly connections: ReadonlySet<string>;
  readonly maxCost?: number;
}

/** An error if an operation of the document could become too large an answer. */
export function costError(question: CostQuestion): GraphQLError | undefined {
  const { maxCost = MAX_COST } = question;
  for (const definition of question.document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const cost = costOf(definition, question);
    if (cost <= maxCost) continue;
    return new GraphQLError(`the operation may return ${cost} values, more than the ${maxCost} that are allowed`, {
      nodes: definition,
      extensions: { code: 'BAD_USER_INPUT', cost, maxCost, status: 400 },
    });
  }
  return undefined;
}

function costOf(operation: OperationDefinitionNode, question: CostQuestion): number {
  const counter = new CostCounter(question);
  const cost = counter.ofSet(operation.selectionSet, 1);
  return counter.fields > MAX_FIELDS ? Number.MAX_SAFE_INTEGER : cost;
}

class CostCounter {
  fields = 0;
  private readonly fragments = new Map<string, FragmentDefinitionNode>();

  constructor(private readonly question: CostQuestion) {
    for (const definition of question.document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  ofSet(set: SelectionSetNode, times: number): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (this.fields > MAX_FIELDS) return cost;
      cost += this.ofSelection(selection, times);
    }
    return cost;
  }

  private ofSelection(selection: SelectionSetNode['selections'][number], times: number): number {
    if (selection.kind === Kind.FIELD) return this.ofField(selection, times);
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.ofSet(selection.selectionSet, times);
    const fragment = this.fragments.get(selection.name.value);
    return fragment ? this.ofSet(fragment.selectionSet, times) : 0;
  }

  private ofField({ name, selectionSet, arguments: args }: FieldNode, times: number): number {
    this.fields++;
    if (!selectionSet || name.value.startsWith('__')) return times;
    if (!this.question.connections.has(name.value)) return times + this.ofSet(selectionSet, times);
    const size = this.pageSize(args ?? []);
    let cost = times;
    for (const selection of selectionSet.selections) {
      const isOnce = selection.kind === Kind.FIELD && ONCE.has(selection.name.value);
      cost += this.ofSelection(selection, isOnce ? times : times * size);
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
