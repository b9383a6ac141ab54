/** Every text of the signer. What isn't here is an address, an amount, a word or a name of a release. */
export const TEXTS = {
  title: 'Kax signer',
  idle: 'Kax opens this part when you approve something.',
  public: 'Public',
  publicMore: ' — anyone can see',
  private: 'Private',
  close: 'Close',
  back: 'Back',
  cancel: 'Cancel',
  continue: 'Continue',
  done: 'Done',
  tryAgain: 'Try again',

  review: {
    title: 'What you’re signing',
    to: 'To',
    newRecipient: 'New recipient',
    knownRecipient: 'Paid before from this device',
    ownWallet: 'Your own public address',
    ownPrivate: 'Your own private balance',
    network: 'Network',
    amount: 'Amount',
    networkFee: 'Network fee, up to',
    privateFee: 'Fee, up to',
    noFee: 'None',
    message: 'Message',
    sender: 'Your address',
    senderShown: 'Shown to the recipient',
    senderHidden: 'Not shown',
    leavesWallet: 'Leaves your wallet, up to',
    leavesPrivate: 'Leaves your private balance, up to',
    checkedPublic:
      'This device checked these details. Your approval covers this payment and nothing else.',
    checkedShield:
      'Before it signs, this device checks that the money arrives where only your keys move it.',
    checkedPrivate:
      'Before it signs, this device checks that recipient, amount, fee and change are exactly these.',
    approveWithPasskey: 'Approve with passkey',
    approveWithWords: 'Approve with words',
    approve: 'Approve payment',
    covered: 'To approve, have all of this panel in view, with nothing in front of it.',
    openWindow: 'Open it in a window',
  },
  cancelledNote: {
    title: 'Nothing was signed.',
    text: 'The passkey prompt was closed or timed out.',
    other: 'Approve another way',
  },
  wrongPasskeyNote: {
    title: 'Nothing was signed.',
    text: 'That passkey doesn’t open this wallet.',
  },
  noSecretNote: {
    title: 'Nothing was signed.',
    text: 'This browser can’t open your wallet with a passkey. Enter your words instead.',
  },
  waiting: {
    title: 'Waiting for your passkey',
    text: 'Use your fingerprint, face or screen lock.',
  },
  expired: {
    title: 'These details are no longer current.',
    text: 'Nothing was signed. Get new ones, then check them again.',
    renew: 'Show new details',
  },
  refused: {
    title: 'Stopped on your device',
    lead: 'Kax’s server asked you to sign something else. Nothing was signed.',
    repeats: 'This would sign a payment a second time. Nothing was signed.',
    unknown: 'This can’t be checked on your device. Nothing was signed.',
    unmoved: 'Your money hasn’t moved.',
    chose: 'You chose',
    differs: 'What was wrong',
    whatToDo: 'What to do',
    facts: [
      'Don’t try this payment again for now.',
      'Send us a report. It has the name of the check that failed, but no keys.',
    ],
    report: 'Send report',
  },
  signed: {
    title: 'Signed',
    approvedWith: 'Approved on this device',
    handed: 'Handed to Kax, which sends it',
    follow: 'You can close this. Your dashboard shows the progress.',
  },
  methods: {
    title: 'Approve another way',
    lead: 'Choose how to approve this payment.',
    leadKeys: 'Choose how to open your keys.',
    passkey: 'Use a passkey',
    passkeyText: 'On this device, on your phone, or on a security key.',
    phrase: 'Enter your six words',
    phraseText: 'The short phrase that you saved for this wallet.',
    words: 'Enter your 12 words',
    wordsText: 'They stay on this device.',
  },
  entry: {
    approveTitle: 'Enter your 12 words',
    phraseTitle: 'Enter your six words',
    drillTitle: 'Check that your words work',
    importTitle: 'Enter your 12 words',
    openTitle: 'Enter your 12 words',
    covered: 'To go on, have all of this panel in view, with nothing in front of it.',
    paste: 'You can paste all of them together.',
    drillLead:
      'Get your paper and type all 12 words. We check them on this device and don’t send them anywhere.',
    stay: 'Your words stay on this device and are cleared after this.',
    drillHint: 'Nothing moves. This is only a test.',
    addressBar: 'Check the address bar.',
    addressBarText: 'Enter your words only on Kax’s own site. No one from Kax asks for them.',
    approve: 'Approve payment',
    check: 'Check words',
    continue: 'Continue',
    word: 'Word',
  },
  passkey: {
    step: 'Step 1 of 2',
    title: 'Create your passkey',
    lead: 'A passkey approves your payments. It stays on your devices, and Kax has no copy.',
    facts: [
      'Your fingerprint, face or screen lock opens it.',
      'Your browser asks you twice: once to create it, once to try it.',
    ],
    create: 'Create passkey',
    without: 'Use words instead',
    failedTitle: 'This browser can’t keep a passkey that opens your wallet.',
    failedText: 'Use your words, or open Kax in the latest Chrome, Safari or Edge.',
    cancelledTitle: 'No passkey was created.',
    cancelledText: 'The prompt was closed or timed out.',
    useWords: 'Continue with words',
  },
  words: {
    step: 'Step 2 of 2',
    title: 'Save your 12 words',
    titleShow: 'Your 12 words',
    lead: 'They open your wallet if you lose every passkey. They also work in other wallet apps.',
    show: 'Show my 12 words',
    facts: [
      'Write them on paper, in this order.',
      'Anyone who has them can take your money. Kax has no copy and never asks for them.',
    ],
    written: 'I’ve written them down',
    later: 'Remind me later',
    hidden: 'Hidden after 60 seconds.',
    hide: 'Hide now',
    checkTitle: 'Check three words',
    checkLead: 'Copy them from your paper. This check happens on your device.',
    finish: 'Finish',
    showAgain: 'Show the words again',
    skipTitle: 'Save them later?',
    skipLead:
      'Until then, your passkey is the only way to spend. If you lose it, you lose your money.',
    saveNow: 'Save them now',
    skip: 'Remind me later',
  },
  phrase: {
    title: 'Your six words',
    lead: 'They open your wallet in Kax, beside your passkey. They don’t work in other apps.',
    facts: ['Write them down, away from this device.', 'They’re shown only now.'],
    saved: 'I’ve saved them',
  },
  created: {
    title: 'Your keys are ready',
    lead: 'They exist only here, and Kax has none of them. Next, confirm with your password.',
    passkey: 'Passkey',
    passkeyText: 'Approves every payment',
    words: '12 words on paper',
    wordsChecked: 'Checked just now',
    wordsUnchecked: 'Not saved yet',
    ready: 'Ready',
    missing: 'Missing',
    open: 'Continue',
  },
  drill: {
    rightTitle: 'Your words work',
    rightLead: 'They open this wallet, public and private. Put the paper back where it was.',
    otherTitle: 'These words open a different wallet.',
    otherText: 'Maybe this is another paper, or two words are swapped. Check the order.',
    theirs: 'These words open',
    yours: 'Your wallet',
  },
  addPasskey: {
    title: 'Add a passkey',
    lead: 'Two different devices are safer than one. First approve it with a passkey you already have, or with your words.',
    open: 'Continue',
    createLead: 'Your keys are open. Now create the new passkey.',
    addedTitle: 'Passkey created',
    addedLead: 'Next, confirm with your password. Then it opens this wallet.',
  },
  showWords: {
    title: 'Show your 12 words',
    lead: 'Is someone on the phone with you, or watching? Then stop. Kax never asks for your words.',
    open: 'Continue',
  },
  timeOut: {
    title: 'Keep your keys open',
    lead: 'After you approve something, this device can sign again without your passkey for a while. New recipients always need it.',
    0: 'Don’t keep them open',
    5: 'For 5 minutes',
    30: 'For 30 minutes',
    save: 'Save',
  },
  needsWindow: {
    title: 'Open the signer in its own window',
    text: 'This browser can’t tell whether something covers this panel. Kax opens a window instead.',
  },
} as const;

/** A word that isn't in the list, with the one it may have been meant as. */
export function notAWord(place: number, meant: string | null): string {
  const start = `Word ${place} isn’t one of the 2,048 words.`;
  return meant === null ? start : `${start} Did you mean “${meant}”?`;
}

export const WORDS_DO_NOT_FIT =
  'These words don’t belong together. Maybe two are swapped, or one is another word of the list.';
export const WORDS_OF_OTHER_WALLET = 'These words open a different wallet. Nothing was signed.';
export const PHRASE_IS_WRONG = 'These six words don’t open this wallet. Nothing was signed.';

/** @returns what is next to a word that was checked and isn't right */
export function wrongWords(places: readonly number[]): string {
  const named = places.join(' and ');
  return places.length === 1
    ? `Word ${named} isn’t right. Look at your paper again.`
    : `Words ${named} aren’t right. Look at your paper again.`;
}

/** Why the signer itself refuses, before any plan is compared. */
export const OWN_CHECKS = {
  'unknown-network': 'This release of the signer doesn’t know that network. Nothing was signed.',
  'unknown-token': 'This release of the signer doesn’t know that token. Nothing was signed.',
  'would-pay-twice':
    'You approved this payment before, and the network could take both. Nothing was signed.',
  'order-over': 'This payment has ended. To pay again, start a new one. Nothing was signed.',
  'unreadable-plan': 'The server’s plan isn’t complete or has more in it. Nothing was signed.',
} as const;
export type OwnCheck = keyof typeof OWN_CHECKS;
