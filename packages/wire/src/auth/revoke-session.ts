import { defineContract } from '../contract.ts';
import { sessionEnded, sessionIdParams } from './session-ended.ts';

/** Ends one of the caller's sessions: its tokens no longer work (§7 Auth). */
export const revokeSession = defineContract({
  name: 'revoke-session',
  summary: 'End one signed-in device',
  method: 'DELETE',
  path: '/auth/revoke-session/{id}',
  access: 'session',
  params: sessionIdParams,
  response: sessionEnded,
  errors: ['unknown-session'],
});
