import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql';
import { type ServerActor } from '@orrery/access-control';
import { introspectionError } from '../access/introspection';
import { RequestErrorCode } from '../../values/errors/request-errors';
import { costError } from '../limits/query-cost';
import { limitDepth, nestingError } from '../limits/query-depth';

/** Documents with more tokens are not even parsed. */
const MAX_TOKENS = 20_000;

/** Operation that a client asks for. */
export interface OperationRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** A parsed document, with the requested operation. */
export interface ParsedOperation {
  readonly document: DocumentNode;
  /** Undefined where the document has no operation of that name, or several and the request names none. */
  readonly type: OperationTypeNode | undefined;
}

/** The schema that is served, and the rules that every document obeys before it is carried out. */
export class OperationCheck {
  readonly parseOptions = { maxTokens: MAX_TOKENS } as const;
  /** Further validation rules than those of the GraphQL specification. */
  readonly rules = [limitDepth()] as const;
  private served: GraphQLSchema | undefined;

  /** Creates the check; with `hasUsers` clients have rights, and introspection requires one. */
  constructor(private readonly hasUsers: boolean) {}

  /** Throws before {@link OperationCheck.serve}. */
  get schema(): GraphQLSchema {
    if (!this.served) throw new TypeError('the GraphQL schema is not built yet');
    return this.served;
  }

  /** Sets the schema to check by; to be called once, while the server starts. */
  serve(schema: GraphQLSchema): GraphQLSchema {
    return (this.served = schema);
  }

  /** The error of a text that is not to be parsed: JSON, or nested too deeply. */
  textError(query: string): GraphQLError | undefined {
    return jsonError(query) ?? nestingError(query);
  }

  /** Parses a document. Throws a GraphQLError for a syntax error. */
  parse({ query, operationName }: OperationRequest): ParsedOperation {
    const error = this.textError(query);
    if (error) throw error;
    const document = parse(query, this.parseOptions);
    return { document, type: getOperationAST(document, operationName)?.operation };
  }

  /** Returns the errors of a parsed document: by the schema first, for only what is valid has a cost. */
  errorsOf(document: DocumentNode, { variables }: OperationRequest, actor: ServerActor): readonly GraphQLError[] {
    const errors = validate(this.schema, document, [...specifiedRules, ...this.rules]);
    if (errors.length > 0) return errors;
    const error = this.limitError(document, variables, actor);
    return error ? [error] : [];
  }

  /** The error of a valid document that its client may not ask for, or that could become too large an answer. */
  limitError(
    document: DocumentNode,
    variables: OperationRequest['variables'],
    actor: ServerActor,
  ): GraphQLError | undefined {
    const refusal = this.hasUsers ? (introspectionError(document, actor) as GraphQLError | undefined) : undefined;
    return refusal ?? costError({ document, variables: variables ?? {}, schema: this.schema });
  }
}

/** A document given as JSON. Mercurius would take it for a parsed document, and run it without validation. */
const JSON_TEXT = /^\s*(?:[[\d"-]|\{\s*["}]|(?:true|false|null)\s*$)/;

function jsonError(query: string): GraphQLError | undefined {
  if (!JSON_TEXT.test(query)) return undefined;
  const extensions = { code: RequestErrorCode.ParseFailed, status: 400 };
  return new GraphQLError('Syntax Error: the query is JSON, not a GraphQL document', { extensions });
}
