import type { Product } from '../product/start-product.ts';
import type { Sample } from './compare-samples.ts';
import { forwardedFor, type Newcomer } from './newcomer.ts';

/** Makes a call as a user. @returns how long it took, and the whole response, not only its shape */
export async function timedPost(
  { url }: Pick<Product, 'url'>,
  { accessToken }: Pick<Newcomer, 'accessToken'>,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<Sample> {
  const headers = {
    ...forwardedFor(),
    'content-type': 'application/json',
    authorization: `Bearer ${accessToken}`,
  };
  const begin = performance.now();
  const response = await fetch(`${url}/api${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  const shape = await response.text();
  return { ms: performance.now() - begin, status: response.status, shape };
}
