import type { Owner, OwnerWrap } from '#signing/messages/owner-wrap';
import { notAWord, PHRASE_IS_WRONG, WORDS_DO_NOT_FIT, WORDS_OF_OTHER_WALLET } from '../texts.ts';
import type { WordsError } from '../worker/calls.ts';
import type { BoxUse } from '../wraps/associated-data.ts';
import { PHRASE_WORDS } from '../wraps/draw-phrase.ts';
import type { FlowParts } from './parts.ts';
import type { PaymentDetails } from './payment-details.ts';
import type { Method, Note, WordsProblem } from './views.ts';

/** Whose keys, for what, and what is drawn meanwhile. */
export interface Opening {
  readonly owner: Owner;
  readonly wraps: readonly OwnerWrap[];
  readonly use: BoxUse;
  readonly details: PaymentDetails | null;
}

export const WALLET_WORDS = 12;

/** @returns how the keys can be opened here, the quickest first */
export function methodsOf(
  { passkeys }: Pick<FlowParts, 'passkeys'>,
  wraps: readonly OwnerWrap[],
): readonly [Method, ...Method[]] {
  const hasPasskey = passkeys.isAvailable() && wraps.some(({ kind }) => kind === 'passkey');
  const hasPhrase = wraps.some(({ kind }) => kind === 'phrase');
  if (hasPasskey && hasPhrase) return ['passkey', 'phrase', 'words'];
  if (hasPasskey) return ['passkey', 'words'];
  return hasPhrase ? ['phrase', 'words'] : ['words'];
}

/** Opens the keys by one method. @returns `back` where the user stopped, or what didn't work */
export async function openBy(
  method: Method,
  parts: FlowParts,
  opening: Opening,
): Promise<'open' | 'back' | Note> {
  if (method === 'passkey') return await openByPasskey(parts, opening);
  return method === 'phrase'
    ? await openByPhrase(parts, opening)
    : await openByWords(parts, opening);
}

/** Opens the keys by whichever method the user chooses, and asks again until it works or they stop. */
export async function openKeys(parts: FlowParts, opening: Opening): Promise<'open' | 'back'> {
  const [first, ...others] = methodsOf(parts, opening.wraps);
  let attempt = await openBy(first, parts, opening);
  while (attempt !== 'open') {
    if (others.length === 0) return 'back';
    const method = await chooseMethod(parts, opening);
    if (method === 'back') return 'back';
    attempt = await openBy(method, parts, opening);
  }
  return 'open';
}

/** @returns the method that the user chooses */
export async function chooseMethod(
  { screen, passkeys }: FlowParts,
  { wraps, details }: Pick<Opening, 'wraps' | 'details'>,
): Promise<Method | 'back'> {
  const methods = methodsOf({ passkeys }, wraps);
  const chosen = await screen.show({ view: 'methods', details, methods });
  return chosen.action === 'method' ? chosen.method : 'back';
}

async function openByPasskey(parts: FlowParts, opening: Opening): Promise<'open' | Note> {
  const { screen, passkeys, callWorker } = parts;
  const { owner, wraps, use, details } = opening;
  const cancel = new AbortController();
  void screen.show({ view: 'waiting', details }).then(() => cancel.abort());
  const ids = wraps.filter(({ kind }) => kind === 'passkey').map((wrap) => wrap.credentialId);
  const found = await passkeys.secretOf(ids, cancel.signal);
  if (found.outcome !== 'secret') return found.outcome;
  const wrap = wraps.find(({ credentialId }) => credentialId === found.credentialId);
  if (wrap === undefined) return 'wrong-passkey';
  const { isOpen } = await callWorker('openWrap', { owner, use, wrap, secret: found.secret });
  return isOpen ? 'open' : 'wrong-passkey';
}

async function openByPhrase(parts: FlowParts, opening: Opening): Promise<'open' | 'back'> {
  const { owner, wraps, use, details } = opening;
  let typed: readonly string[] = [];
  let problem: WordsProblem | null = null;
  for (;;) {
    const entry = { purpose: 'phrase', details, typed, problem, count: PHRASE_WORDS } as const;
    const entered = await parts.screen.show({ view: 'enter-words', ...entry });
    if (entered.action !== 'words') return 'back';
    const request = { owner, use, wraps, words: entered.words };
    if ((await parts.callWorker('openPhrase', request)).isOpen) return 'open';
    typed = entered.words;
    problem = { text: PHRASE_IS_WRONG, places: [] };
  }
}

async function openByWords(parts: FlowParts, opening: Opening): Promise<'open' | 'back'> {
  const { owner, use, details } = opening;
  const purpose = details === null ? 'open' : 'approve';
  let typed: readonly string[] = [];
  let problem: WordsProblem | null = null;
  for (;;) {
    const entry = { purpose, details, typed, problem, count: WALLET_WORDS } as const;
    const entered = await parts.screen.show({ view: 'enter-words', ...entry });
    if (entered.action !== 'words') return 'back';
    const opened = await parts.callWorker('openWords', { owner, use, words: entered.words });
    if (opened.outcome === 'open') return 'open';
    typed = entered.words;
    problem =
      opened.outcome === 'other'
        ? { text: WORDS_OF_OTHER_WALLET, places: [] }
        : wordsProblem(opened);
  }
}

/** @returns what is said of words that make no wallet */
export function wordsProblem({ places, meant }: WordsError): WordsProblem {
  const [first] = places;
  const text = first === undefined ? WORDS_DO_NOT_FIT : notAWord(first, meant);
  return { text, places };
}
