/** The sentences about a recipient and what they are told: a page shows them before it calls the server, and needs no others. */
export const recipientSentenceByCode = {
  'recipient-not-valid':
    'This isn’t a public address. A public address starts with 0x, followed by 40 characters.',
  'recipient-checksum': 'This address has a typo. Copy it again.',
  'recipient-is-sender': 'This is your own address.',
  'recipient-is-zero': 'No one owns this address. Anything you send there is lost.',
  'recipient-is-token': 'This address belongs to a token. Anything you send there is lost.',
  'recipient-is-private': 'This is a private address. Use Internal Transfer in private mode.',
  'message-not-valid': 'Write up to 140 characters on one line, without hidden characters.',
} as const;
