import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Whether a user can be found. */
export const discoverable = z.object({
  /** Whether whoever enters the user's whole email or phone sees their name and both addresses. */
  isDiscoverable: z.boolean(),
});

/** Reads whether other users find this one by email or phone. */
export const discoverability = defineContract({
  name: 'discoverability',
  summary: 'Whether others find the user by email or phone',
  method: 'GET',
  path: '/auth/discoverability',
  access: 'session',
  response: z.object({ data: discoverable }),
  errors: [],
});
