import { changeDiscoverability as contract } from '#wire/auth/change-discoverability';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Sets whether others find the user by email or phone. @returns the error, or null on success. */
export async function changeDiscoverability(isDiscoverable: boolean): Promise<ApiError | null> {
  const result = await callApi(contract, { body: { isDiscoverable } });
  return result.ok ? null : result.error;
}
