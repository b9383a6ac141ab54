import * as z from 'zod/mini';
import { SLIPPAGE_OPTIONS_BPS } from '#domain/swap/slippage';
import { t } from '#language/t';
import { swapRoute } from '#wire/exchange/route';
import { swapBlockchain, swapToken } from '#wire/exchange/swap-blockchains';
import { parseJson } from '../../lib/parse-json.ts';
import { readEntry, writeEntry } from '../../lib/storage.ts';
import {
  EMPTY_SWAP,
  mayHaveStarted,
  type SwapForm,
  type SwapSide,
  type SwapState,
} from './swap-flow.ts';

/** The name of what is kept. */
const NAME = 'swap';

const side = z.object({
  blockchain: z.nullable(swapBlockchain),
  token: z.nullable(swapToken),
});

const draft = z.object({
  userId: z.string(),
  form: z.object({
    sell: side,
    receive: side,
    amount: z.string(),
    slippageBps: z.literal(SLIPPAGE_OPTIONS_BPS),
  }),
  /** A swap that was requested and may have started; null when there is none. */
  requested: z.nullable(z.object({ route: swapRoute, key: z.string(), expiresAt: z.string() })),
});

type Draft = z.output<typeof draft>;

/**
 * Keeps the pair of this tab's user across a reload, and a request whose outcome is unknown with its key, so that
 * confirming again can't start a second swap. Removes it once the swap was accepted, because the history has it then.
 */
export function keepDraft(userId: string, state: SwapState): void {
  const { form, step, isFallback } = state;
  if (step.at === 'SwapSuccess' || (step.at === 'ConfirmSwap' && step.attempt.at === 'swapping')) {
    writeEntry(NAME, null);
  } else if (!isFallback && form.sell.blockchain !== null) {
    const requested = requestedIn(state);
    const kept: Draft = {
      userId,
      form: withoutLists(requested?.form ?? form),
      requested: requested && {
        route: requested.step.route,
        key: requested.step.key,
        expiresAt: requested.step.found.expiresAt,
      },
    };
    writeEntry(NAME, JSON.stringify(kept));
  }
}

function requestedIn({ form, step, unsettled }: SwapState): SwapState['unsettled'] {
  const isOpen =
    step.at === 'ConfirmSwap' && (step.attempt.at === 'sending' || mayHaveStarted(step.attempt));
  return isOpen ? { form, step } : unsettled;
}

/** The pair needs only the chain's name and picture. */
function withoutLists({ sell, receive, ...rest }: SwapForm): Draft['form'] {
  const shorten = ({ blockchain, token }: SwapSide) => ({
    blockchain: blockchain && { ...blockchain, coins: [] },
    token: token && { ...token },
  });
  return { ...rest, sell: shorten(sell), receive: shorten(receive) };
}

/** @returns where the flow begins: at what this tab kept for this user, or else with nothing */
export function readDraft(userId: string): SwapState {
  const kept = readStored();
  if (kept === null || kept.userId !== userId) {
    writeEntry(NAME, null);
    return EMPTY_SWAP;
  }
  const { form, requested } = kept;
  if (requested === null) return { ...EMPTY_SWAP, form };
  const { route, key, expiresAt } = requested;
  return {
    ...EMPTY_SWAP,
    form,
    step: {
      at: 'ConfirmSwap',
      found: { results: [route], diagnosis: null, expiresAt, minimumAmount: null },
      route,
      key,
      attempt: { at: 'failed', message: LEFT, isUnknown: true, hasFailedOnChain: false },
      changedFrom: null,
      isRefreshing: false,
    },
  };
}

const LEFT = t('You left this page before we received a response.');

function readStored(): Draft | null {
  const parsed = z.safeParse(draft, parseJson(readEntry(NAME) ?? ''));
  return parsed.success ? parsed.data : null;
}
