import type { ApiError } from '../errors/api-error';
import { badRequest } from '../errors/api-errors';

/** 400 of a body without a name, sent to the path of one (`checkName` upstream). */
export function nameMissing(ofPath: string): ApiError {
  return badRequest(`the name of the object (${ofPath} based on URL) was undeterminable: name must be provided`);
}

/** 400 of a body with another name than its path. */
export function otherName(given: string, ofPath: string): ApiError {
  return badRequest(`the name of the object (${given}) does not match the name on the URL (${ofPath})`);
}

/** 400 of a body with another namespace than its path. */
export function otherNamespace(): ApiError {
  return badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/** The same as releases before 1.22 say it of an object that is there (`checkName` upstream). */
export function otherNamespaceOfObject(given: string, ofPath: string): ApiError {
  return badRequest(`the namespace of the object (${given}) does not match the namespace on the request (${ofPath})`);
}
