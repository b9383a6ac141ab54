import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { discoverable } from './discoverability.ts';

/** Sets whether other users find this one by email or phone. */
export const changeDiscoverability = defineContract({
  name: 'change-discoverability',
  summary: 'Set whether others find the user by email or phone',
  method: 'POST',
  path: '/auth/discoverability',
  access: 'session',
  body: z.strictObject({ isDiscoverable: z.boolean() }),
  response: z.object({ data: discoverable }),
  errors: [],
});
