import { AllocationMode, type DeviceClaim } from './device-types';

/** Fills what a client may leave out of a claim's spec (`pkg/apis/resource/v1/defaults.go`). Changes it in place. */
export function defaultClaimSpec(spec: { readonly devices?: DeviceClaim } | undefined): void {
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    if (exactly) defaultRequest(exactly as DefaultedRequest);
    for (const request of firstAvailable) defaultRequest(request as DefaultedRequest);
  }
}

interface DefaultedRequest {
  allocationMode?: string;
  count?: number;
}

function defaultRequest(request: DefaultedRequest): void {
  request.allocationMode ||= AllocationMode.ExactCount;
  if (request.allocationMode === AllocationMode.ExactCount) request.count ||= 1;
}
