import { pathOf, textAnswer, type HttpAnswer, type HttpQuestion } from '../servers/http-answer';
import { answerReview } from './review-body';

interface ConversionRequest {
  readonly desiredAPIVersion?: string;
  readonly objects?: readonly CustomObject[];
}

interface CustomObject extends Readonly<Record<string, unknown>> {
  readonly apiVersion?: string;
}

const [V1, V2] = ['stable.example.com/v1', 'stable.example.com/v2'];

class Unconvertible extends Error {}

/** The server of `crd-conversion-webhook` (upstream's test image): `hostPort` of v1 is `host` and `port` of v2. */
export function conversionWebhook(question: HttpQuestion): HttpAnswer {
  switch (pathOf(question.target)) {
    case '/readyz':
      return textAnswer('ok');
    case '/crdconvert':
      return answerReview<ConversionRequest>(question, converted);
    default:
      return textAnswer('404 page not found\n', 404);
  }
}

function converted({ desiredAPIVersion = '', objects = [] }: ConversionRequest): object {
  try {
    const convertedObjects = objects.map((object) => ({
      ...convert(object, desiredAPIVersion),
      apiVersion: desiredAPIVersion,
    }));
    return { convertedObjects, result: { status: 'Success' } };
  } catch (error) {
    if (error instanceof Unconvertible) return { result: { status: 'Failure', message: error.message } };
    throw error;
  }
}

function convert(object: CustomObject, to: string): CustomObject {
  const { apiVersion: from = '', hostPort, host, port, ...rest } = object;
  if (from === to) throw new Unconvertible(`conversion from a version to itself should not call the webhook: ${to}`);
  if (from === V1 && to === V2) {
    if (hostPort === undefined) return object;
    const parts = String(hostPort).split(':');
    if (parts.length !== 2) throw new Unconvertible(`invalid hostPort value \`${String(hostPort)}\``);
    return { ...rest, host: parts[0], port: parts[1] };
  }
  if (from !== V2 || to !== V1) throw new Unconvertible(`unexpected conversion version "${from === V1 ? to : from}"`);
  if (host === undefined && port === undefined) return object;
  return { ...rest, hostPort: `${String(host ?? '')}:${String(port ?? '')}` };
}
