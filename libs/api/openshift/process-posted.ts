import { randomInt } from 'node:crypto';
import { invalid, inWordsOf, kindByGvk, type Template } from '@orrery/api-types';
import { processTemplate } from '@orrery/openshift';
import { decodeAs, negotiate, recordIn, type Answer, type KindRequest } from '@orrery/rest-api';

/** Answers a posted Template with its parameters filled in (`oc process`). Throws 422 with its errors. */
export async function processPosted(request: KindRequest): Promise<Answer> {
  const { apiVersion, kind, headers, namespace } = request;
  negotiate(headers['accept'] as string | undefined, { hasTable: false, hasProtobuf: false });
  const header = { apiVersion, kind: kind.bodyKind };
  const body = decodeAs(header, recordIn((await request.readBody()).value));
  const metadata = { ...(body['metadata'] as object), namespace };
  // Decoding gave the fields their types; a template need not have a name to be processed.
  const template = { ...body, ...header, metadata } as unknown as Template;
  const { name = '' } = template.metadata as { readonly name?: string };
  const described = kindByGvk(apiVersion, kind.bodyKind)!;
  const errors = inWordsOf(request.runtime.kinds.release, described.validate?.(template) ?? []);
  if (errors.length > 0) throw invalid(described, name, errors);
  const processed = processTemplate(template, (count) => randomInt(count));
  if (!processed.ok) throw invalid(described, name, processed.errors);
  return { code: 201, body: { ...header, ...processed.template } };
}
