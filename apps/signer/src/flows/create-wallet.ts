import type { Owner, OwnerWrap } from '#signing/messages/owner-wrap';
import type { CreateRequest, SignerOutcome } from '#signing/messages/protocol';
import { wrongWords } from '../texts.ts';
import type { StartedWallet } from '../worker/calls.ts';
import { WALLET_WORDS, wordsProblem } from './open-keys.ts';
import type { FlowParts } from './parts.ts';
import type { WordsProblem } from './views.ts';

/** Draws the keys of a new wallet, makes a passkey for them, and has the 12 words written down and checked. */
export async function createWallet(
  parts: FlowParts,
  { userId, challenge }: CreateRequest,
): Promise<SignerOutcome> {
  const wallet = await parts.callWorker('start', { userId, challenge });
  const wraps = await makePasskey(parts, wallet.owner);
  if (wraps === 'back') return { outcome: 'cancelled' };
  const words = await saveWords(parts, { isNew: true, canSkip: wraps.length > 0 });
  if (words === 'back') return { outcome: 'cancelled' };
  return await finish(parts, wallet, { wraps, areWordsChecked: words === 'checked' });
}

/** Takes over a wallet whose 12 words the user types in, and makes a passkey for it. */
export async function importWallet(
  parts: FlowParts,
  { userId, challenge }: CreateRequest,
): Promise<SignerOutcome> {
  let typed: readonly string[] = [];
  let problem: WordsProblem | null = null;
  for (;;) {
    const entry = {
      purpose: 'import',
      details: null,
      typed,
      problem,
      count: WALLET_WORDS,
    } as const;
    const entered = await parts.screen.show({ view: 'enter-words', ...entry });
    if (entered.action !== 'words') return { outcome: 'cancelled' };
    const { words } = entered;
    const started = await parts.callWorker('startFromWords', { userId, challenge, words });
    if (started.outcome === 'started') {
      const wraps = await makePasskey(parts, started.owner);
      if (wraps === 'back') return { outcome: 'cancelled' };
      return await finish(parts, started, { wraps, areWordsChecked: true });
    }
    typed = words;
    problem = wordsProblem(started);
  }
}

/** @returns the new wrap; none where the user goes on with words */
async function makePasskey(parts: FlowParts, owner: Owner): Promise<readonly OwnerWrap[] | 'back'> {
  let problem: 'none' | 'no-secret' | 'cancelled' = parts.passkeys.isAvailable()
    ? 'none'
    : 'no-secret';
  for (;;) {
    const { action } = await parts.screen.show({ view: 'create-passkey', problem });
    if (action === 'back') return 'back';
    if (action === 'other') return [];
    const made = await sealPasskey(parts, owner);
    if (made.outcome === 'sealed') return [made.wrap];
    problem = made.outcome;
  }
}

/** Makes a passkey and tries it: only what it derives on its own, not when it is made, opens a wallet later. */
export async function sealPasskey(
  { screen, passkeys, callWorker }: FlowParts,
  owner: Owner,
): Promise<
  | { readonly outcome: 'sealed'; readonly wrap: OwnerWrap }
  | { readonly outcome: 'cancelled' | 'no-secret' }
> {
  const cancel = new AbortController();
  void screen.show({ view: 'waiting', details: null }).then(() => cancel.abort());
  const made = await passkeys.create(owner, cancel.signal);
  if (made.outcome !== 'created') return { outcome: made.outcome };
  const { credentialId, publicKey } = made;
  const found = await passkeys.secretOf([credentialId], cancel.signal);
  if (found.outcome !== 'secret') return { outcome: found.outcome };
  const { secret } = found;
  const wrap = await callWorker('sealPasskey', { credentialId, publicKey, secret });
  return { outcome: 'sealed', wrap };
}

/** Shows the words of the wallet in the Worker and checks three of them. */
export async function saveWords(
  parts: FlowParts,
  { isNew, canSkip }: { readonly isNew: boolean; readonly canSkip: boolean },
): Promise<'checked' | 'skipped' | 'back'> {
  const { screen, callWorker } = parts;
  const places = drawPlaces(parts);
  let shown: readonly string[] | null = null;
  for (;;) {
    const { action } = await screen.show({ view: 'words', isNew, words: shown });
    if (action === 'back') return 'back';
    if (action === 'skip' && canSkip) {
      const skipped = await screen.show({ view: 'skip-words' });
      if (skipped.action === 'skip') return 'skipped';
    } else if (action === 'again') shown = null;
    else if (shown === null) shown = await callWorker('words', {});
    else if ((await checkWords(parts, places)) === 'checked') return 'checked';
    else shown = null;
  }
}

async function checkWords(
  { screen, callWorker }: FlowParts,
  places: readonly number[],
): Promise<'checked' | 'again'> {
  let problem = '';
  for (;;) {
    const entered = await screen.show({ view: 'check-words', places, problem });
    if (entered.action !== 'words') return 'again';
    const wrong = await callWorker('checkWords', { places, words: entered.words });
    if (wrong.length === 0) return 'checked';
    problem = wrongWords(wrong);
  }
}

/** @returns three different places from 1 to 12, in order */
function drawPlaces({ draw }: FlowParts): readonly number[] {
  const order = draw(WALLET_WORDS).map((number, index) => ({ number, place: index + 1 }));
  return order
    .sort((one, other) => one.number - other.number)
    .slice(0, 3)
    .map(({ place }) => place)
    .sort((one, other) => one - other);
}

async function finish(
  { screen }: FlowParts,
  { owner, sight, proofs }: StartedWallet,
  made: { readonly wraps: readonly OwnerWrap[]; readonly areWordsChecked: boolean },
): Promise<SignerOutcome> {
  const { wraps, areWordsChecked } = made;
  await screen.show({ view: 'created', hasPasskey: wraps.length > 0, areWordsChecked });
  return { outcome: 'created', owner, sight, wraps, proofs, areWordsChecked };
}
