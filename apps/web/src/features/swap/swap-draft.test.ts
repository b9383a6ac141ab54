import { afterEach, expect, it } from 'vitest';
import { KAX } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import type { SwapBlockchain } from '#wire/exchange/swap-blockchains';
import { keepDraft, readDraft } from './swap-draft.ts';
import { EMPTY_SWAP, type SwapEvent, type SwapState, swapFlow } from './swap-flow.ts';

afterEach(() => sessionStorage.clear());

const polygon: SwapBlockchain = {
  name: 'POLYGON',
  displayName: 'Polygon',
  type: 'EVM',
  symbol: 'POL',
  image: '/marks/chain-polygon.svg',
  chainId: 31337,
  coins: [],
};
const avalanche: SwapBlockchain = {
  ...polygon,
  name: 'AVAX_CCHAIN',
  displayName: 'Avalanche',
  symbol: 'AVAX',
};
const route = buildSwapRoute([buildSwapHop(KAX, AVAX)]);
const found = {
  results: [route],
  diagnosis: null,
  expiresAt: '2026-01-01T00:01:00Z',
  minimumAmount: null,
};
const toConfirm: readonly SwapEvent[] = [
  { type: 'listed', blockchains: [polygon, avalanche] },
  { type: 'amount-typed', text: '50' },
  { type: 'search-began' },
  { type: 'routes-found', found, key: 'k0' },
  { type: 'route-selected', route, key: 'k1' },
];
const following = (...events: SwapEvent[]): SwapState =>
  [...toConfirm, ...events].reduce(swapFlow, EMPTY_SWAP);
const began: SwapEvent = { type: 'confirm-began' };
const unknown: SwapEvent = { type: 'swap-failed', message: 'Network Error', isUnknown: true };

it('the pair and the amount survive a reload, but not the step', () => {
  keepDraft('alice', following());
  const { form, step } = readDraft('alice');
  expect(form).toMatchObject({ amount: '50', sell: { blockchain: { name: 'POLYGON' } } });
  expect(step.at).toBe('SelectSwapPair');
});

it.each<[string, readonly SwapEvent[]]>([
  ['whose response is still awaited', [began]],
  ['whose response was lost', [began, unknown]],
  ['that was left after its response was lost', [began, unknown, { type: 'went-back' }]],
])('a request %s survives a reload with its key', (_which, events) => {
  keepDraft('alice', following(...events));
  const { step } = readDraft('alice');
  expect(step).toMatchObject({
    at: 'ConfirmSwap',
    key: 'k1',
    route: { requestId: 'r1' },
    attempt: { at: 'failed', isUnknown: true },
  });
});

it('a refused request does not survive, because nothing was started', () => {
  keepDraft('alice', following(began, { type: 'swap-failed', message: 'No.', isUnknown: false }));
  expect(readDraft('alice').step.at).toBe('SelectSwapPair');
});

it('nothing is kept of an accepted swap', () => {
  keepDraft('alice', following());
  keepDraft('alice', following(began, { type: 'swap-taken', swap: buildSwapView(route) }));
  expect(readDraft('alice')).toEqual(EMPTY_SWAP);
});

it('another user of this tab gets nothing, and neither does a later one', () => {
  keepDraft('alice', following(began, unknown));
  expect(readDraft('bob')).toEqual(EMPTY_SWAP);
  expect(readDraft('alice')).toEqual(EMPTY_SWAP);
});

it.each(['{', '{}', '{"userId":"alice"}'])('a text that does not parse is ignored: %s', (text) => {
  sessionStorage.setItem('kax-entry-swap', text);
  expect(readDraft('alice')).toEqual(EMPTY_SWAP);
});
