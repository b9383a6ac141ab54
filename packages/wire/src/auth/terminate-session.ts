import { defineContract } from '../contract.ts';
import { sessionEnded, sessionIdParams } from './session-ended.ts';

/** Ends one of the caller's sessions: its tokens no longer work (§7 Auth). */
export const terminateSession = defineContract({
  name: 'terminate-session',
  summary: 'End one signed-in device',
  method: 'DELETE',
  path: '/auth/terminate-session/{id}',
  access: 'session',
  params: sessionIdParams,
  response: sessionEnded,
  errors: ['unknown-session'],
});
