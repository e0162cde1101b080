export { OPENSHIFT_API } from './openshift-api';
