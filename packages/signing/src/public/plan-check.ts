/** Everything about a public plan that is compared before anything is signed, in the order in which it is. */
export const PLAN_CHECKS = [
  'account',
  'chain',
  'approval',
  'token',
  'recipient',
  'amount',
  'call',
  'pool',
  'note',
  'nonce',
  'gas',
  'rungs',
  'fees',
  'fee-ceiling',
] as const;

export type PlanCheck = (typeof PLAN_CHECKS)[number];

/** Whether a plan does what was confirmed; otherwise the first check that it failed. */
export type CheckedPlan = { readonly ok: true } | { readonly ok: false; readonly check: PlanCheck };

/** What the user reads of a check that failed. */
export const PLAN_CHECK_SENTENCES: Readonly<Record<PlanCheck, string>> = {
  account: 'The server’s plan is for another account than yours. Nothing was signed.',
  chain: 'The server’s plan is for another network than the one you confirmed. Nothing was signed.',
  approval:
    'The server’s plan lets someone take tokens that you did not confirm. Nothing was signed.',
  token: 'The token in the server’s plan is not the one you confirmed. Nothing was signed.',
  recipient: 'The recipient in the server’s plan is not the one you confirmed. Nothing was signed.',
  amount: 'The amount in the server’s plan is not the one you confirmed. Nothing was signed.',
  call: 'The server’s plan does something else than what you confirmed. Nothing was signed.',
  pool: 'The server’s plan calls another contract than the private pool. Nothing was signed.',
  note: 'The server’s plan makes money that you could not find. Nothing was signed.',
  nonce:
    'The server’s plan has a number that your account cannot have reached. Nothing was signed.',
  gas: 'The server’s plan gives this payment too little or too much gas. Nothing was signed.',
  rungs: 'The server’s plan has the wrong number of transactions. Nothing was signed.',
  fees: 'The fees in the server’s plan do not go together. Nothing was signed.',
  'fee-ceiling': 'The server’s plan may cost more than the fee you confirmed. Nothing was signed.',
};
