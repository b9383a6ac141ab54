import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';

/** The text typed to delete a wallet. */
export const DELETE_CONFIRMATION = 'DELETE';

/** Deletes the wallet, its keys and the account; refused while it has money, or money is on its way. */
export const deleteWallet = defineContract({
  name: 'delete-wallet',
  summary: 'Delete the wallet and the account',
  method: 'POST',
  path: '/wallet/delete-wallet',
  access: 'session',
  body: z.strictObject({ password, confirmation: z.literal(DELETE_CONFIRMATION) }),
  response: z.object({ success: z.boolean() }),
  errors: [
    'account-frozen',
    'approval-needed',
    'approval-not-valid',
    'password-wrong',
    'wallet-not-empty',
    'operations-open',
    'private-not-ready',
    'chain-unavailable',
    'busy',
  ],
});
