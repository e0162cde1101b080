export { hasFormat, isKnownFormat } from './formats';
export {
  dnsLabelErrors,
  labelValueErrors,
  qualifiedNameErrors,
  rfc1035LabelErrors,
  subdomainErrors,
  subdomainWithUnderscoreErrors,
  wildcardSubdomainErrors,
} from './names';
export { parseGoUrl, requestUriError, type GoUrl } from './request-uri';
