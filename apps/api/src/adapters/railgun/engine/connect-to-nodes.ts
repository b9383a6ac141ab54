import { type FallbackTransport, fallback, type HttpTransport, http } from 'viem';

/**
 * @param options of each node, as in `{ batch: { batchSize: 10 } }`
 * @returns viem's way to the nodes at these URLs, one after the other. None of them can redirect a request: where a
 * request goes is what was configured.
 */
export function connectToNodes(
  rpcUrls: readonly string[],
  options: Parameters<typeof http>[1] = {},
): FallbackTransport<readonly HttpTransport[]> {
  return fallback(
    rpcUrls.map((url) => http(url, { ...options, fetchOptions: { redirect: 'error' } })),
  );
}
