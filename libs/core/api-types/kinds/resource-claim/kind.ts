import { dropFromClaim, dropFromClaimStatus } from '../../devices/dropped-fields';
import type { KindRow } from '../kind-info';
import { defaultResourceClaim } from './defaults';
import { RESOURCE_CLAIM_TABLE } from './table';
import { validateResourceClaim, validateResourceClaimStatus, validateResourceClaimUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind ResourceClaim (`pkg/registry/resource/resourceclaim/strategy.go`). */
export const RESOURCE_CLAIM: KindRow = {
  kind: 'ResourceClaim',
  resource: 'resourceclaims',
  apiVersions: ['resource.k8s.io/v1'],
  releases: releasesSince('1.34'),
  namespaced: true,
  served: true,
  hasStatus: true,
  deleteReturnsObject: true,
  firstStatus: () => ({}),
  statusMetadata: [],
  // The scheduler protects a claim and allocates it in one write; upstream's takes two.
  statusMetadataOfComponents: ['finalizers'],
  applyDefaults: defaultResourceClaim,
  prepareForCreate: ({ spec }) => dropFromClaim(spec),
  prepareForUpdate: ({ spec }) => dropFromClaim(spec),
  keepInStatus: dropFromClaimStatus,
  validate: validateResourceClaim,
  validateUpdate: validateResourceClaimUpdate,
  validateStatus: validateResourceClaimStatus,
  table: RESOURCE_CLAIM_TABLE,
};
