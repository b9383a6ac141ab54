import type { LendingOutcome } from '../ports/key-vault.ts';
import { type Refusal, refuse } from './call.ts';

type Reason = Extract<LendingOutcome<unknown>, { ok: false }>['reason'];

/** @returns the refusal of work for which the vault opened nothing */
export function refuseUnopened(reason: Reason): Refusal {
  return refuse(reason === 'locked' ? 'unauthorized' : 'signature-needed');
}
