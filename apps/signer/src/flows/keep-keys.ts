import type { OwnerRequest, SignerOutcome } from '#signing/messages/protocol';
import { saveWords, sealPasskey } from './create-wallet.ts';
import { openKeys, WALLET_WORDS, wordsProblem } from './open-keys.ts';
import type { FlowParts } from './parts.ts';
import type { WordsProblem } from './views.ts';

/** Shows the 12 words after a fresh approval, and checks three of them. */
export async function showWords(parts: FlowParts, request: OwnerRequest): Promise<SignerOutcome> {
  const { action } = await parts.screen.show({ view: 'show-words' });
  if (action !== 'go' || !(await opensEntropy(parts, request))) return { outcome: 'cancelled' };
  const end = await saveWords(parts, { isNew: false, canSkip: true });
  if (end === 'back') return { outcome: 'cancelled' };
  return { outcome: end === 'checked' ? 'words-checked' : 'words-shown' };
}

/** Makes one more passkey, which one that exists or the words approve. */
export async function addPasskey(parts: FlowParts, request: OwnerRequest): Promise<SignerOutcome> {
  const { action } = await parts.screen.show({ view: 'add-passkey' });
  if (action !== 'go' || !(await opensEntropy(parts, request))) return { outcome: 'cancelled' };
  let problem: 'none' | 'no-secret' | 'cancelled' = 'none';
  for (;;) {
    const next = await parts.screen.show({ view: 'create-passkey', problem });
    if (next.action !== 'go') return { outcome: 'cancelled' };
    const made = await sealPasskey(parts, request.owner);
    if (made.outcome === 'sealed') {
      await parts.screen.show({ view: 'passkey-added' });
      return { outcome: 'wrap-added', wrap: made.wrap };
    }
    problem = made.outcome;
  }
}

/** Draws six words that open the wallet in Kax, and shows them once. */
export async function addPhrase(parts: FlowParts, request: OwnerRequest): Promise<SignerOutcome> {
  if (!(await opensEntropy(parts, request))) return { outcome: 'cancelled' };
  const { wrap, words } = await parts.callWorker('sealPhrase', {});
  const { action } = await parts.screen.show({ view: 'phrase', words });
  return action === 'go' ? { outcome: 'wrap-added', wrap } : { outcome: 'cancelled' };
}

/** Compares 12 typed words with the wallet, without opening anything. */
export async function drill(parts: FlowParts, { owner }: OwnerRequest): Promise<SignerOutcome> {
  let typed: readonly string[] = [];
  let problem: WordsProblem | null = null;
  for (;;) {
    const entry = { purpose: 'drill', details: null, typed, problem, count: WALLET_WORDS } as const;
    const entered = await parts.screen.show({ view: 'enter-words', ...entry });
    if (entered.action !== 'words') return { outcome: 'cancelled' };
    const compared = await parts.callWorker('compareWords', { owner, words: entered.words });
    if (compared.outcome === 'same') {
      await parts.screen.show({ view: 'drill-right' });
      return { outcome: 'words-checked' };
    }
    typed = entered.words;
    problem = null;
    if (compared.outcome === 'not-words') problem = wordsProblem(compared);
    else {
      const theirs = parts.toChecksum(compared.address);
      const yours = parts.toChecksum(owner.address);
      const { action } = await parts.screen.show({ view: 'drill-other', theirs, yours });
      if (action === 'back') return { outcome: 'words-differ' };
    }
  }
}

/** Has the user choose how long keys stay open. */
export async function chooseTimeOut({ screen, callWorker }: FlowParts): Promise<SignerOutcome> {
  const minutes = await callWorker('timeOut', {});
  const chosen = await screen.show({ view: 'time-out', minutes });
  if (chosen.action !== 'minutes') return { outcome: 'cancelled' };
  await callWorker('setTimeOut', { minutes: chosen.minutes });
  return { outcome: 'saved' };
}

/** What an export or another wrap needs is never kept open, so it always takes a fresh approval. */
async function opensEntropy(parts: FlowParts, { owner, wraps }: OwnerRequest): Promise<boolean> {
  return (await openKeys(parts, { owner, wraps, use: 'seed', details: null })) === 'open';
}
