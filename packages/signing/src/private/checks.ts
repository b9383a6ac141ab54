/** By the name of a check: what a user reads when a plan doesn't pass it. */
export const privateCheckSentences = {
  parts: 'The server’s plan has no payment in it, or too many parts. Nothing was signed.',
  network: 'The server’s plan is for another network. Nothing was signed.',
  token: 'The token in the server’s plan is not the one you confirmed. Nothing was signed.',
  recipient: 'The recipient in the server’s plan is not the one you confirmed. Nothing was signed.',
  amount: 'The amount in the server’s plan is not the one you confirmed. Nothing was signed.',
  fee: 'The fee in the server’s plan is higher than the one you confirmed. Nothing was signed.',
  change: 'The server’s plan does not return your change to you. Nothing was signed.',
  memo: 'The message in the server’s plan is not the one you wrote. Nothing was signed.',
  sender:
    'The server’s plan does not show or hide your address as you confirmed. Nothing was signed.',
  outputs: 'The server’s plan does something that you did not confirm. Nothing was signed.',
  'unshield-type': 'The server’s plan lets others redirect your payment. Nothing was signed.',
  'gas-price': 'The server’s plan needs a higher gas price than you confirmed. Nothing was signed.',
  notes: 'The server’s plan spends the same money twice. Nothing was signed.',
  binding: 'The server’s plan lets others change or split your payment. Nothing was signed.',
  ciphertext: 'The server’s plan makes money that its owner could not find. Nothing was signed.',
  annotation: 'The server’s plan would leave your payment out of your history. Nothing was signed.',
  commitment: 'The server’s plan does not do what it says. Nothing was signed.',
  'bound-params': 'The server’s plan contradicts itself. Nothing was signed.',
} as const;

/** What a plan has to be for it to be signed. */
export type PrivateCheck = keyof typeof privateCheckSentences;
