import { OPENSHIFT_API } from '@orrery/openshift-api';
import type { RestProduct } from '@orrery/rest-api';

/** Products whose requests the server answers besides those of Kubernetes. */
export const PRODUCTS: readonly RestProduct[] = [OPENSHIFT_API];
