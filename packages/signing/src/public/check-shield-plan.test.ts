import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { loadEngineParts } from '#pool/engine.test-setup';
import { deriveKeys, viewingKeysOf } from '#pool/keys';
import { ALICE, BOB } from '#testing/network';
import { checkShieldPlan, type ShieldConfirmation } from './check-shield-plan.ts';
import type { PublicPlan } from './plan.ts';
import type { PlanCheck } from './plan-check.ts';
import { ceilingOf } from './planned-calls.ts';

interface EngineShield {
  serialize(
    shieldPrivateKey: Uint8Array,
    receiver: Uint8Array,
  ): Promise<{
    readonly preimage: { readonly npk: Hex };
    readonly ciphertext: { readonly encryptedBundle: readonly Hex[]; readonly shieldKey: Hex };
  }>;
}

const ABI = parseAbi([
  'struct Token { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct Preimage { bytes32 npk; Token token; uint120 value; }',
  'struct Ciphertext { bytes32[3] encryptedBundle; bytes32 shieldKey; }',
  'struct ShieldRequest { Preimage preimage; Ciphertext ciphertext; }',
  'struct Call { address to; bytes data; uint256 value; }',
  'function shield(ShieldRequest[] requests)',
  'function wrapBase(uint256 amount)',
  'function multicall(bool requireSuccess, Call[] calls)',
]);

const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const RELAY_ADAPT = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9' as PublicAddress;
const WRAPPED = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9' as PublicAddress;
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress;
const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' as PublicAddress;
const AMOUNT = 25_000_000n;
const RANDOM = 'a7'.repeat(16);

const [own, foreign] = [1, 2].map((byte) =>
  viewingKeysOf(deriveKeys(new Uint8Array(64).fill(byte))),
);
if (own === undefined || foreign === undefined) throw new Error('No keys.');
const contracts = { pool: POOL, relayAdapt: RELAY_ADAPT, wrappedNative: WRAPPED };
const owner = {
  account: ALICE,
  viewing: own.viewing,
  masterPublicKey: own.masterPublicKey,
  contracts,
};
const fees = { maxFeePerGas: 60n, maxPriorityFeePerGas: 30n, feeCap: 10n ** 18n };

/** As RAILGUN's own software makes it. */
let shieldOf: (given?: {
  readonly receiver?: typeof own;
  readonly viewer?: typeof own;
  readonly token?: PublicAddress;
  readonly amount?: bigint;
  readonly random?: string;
  readonly more?: number;
}) => Promise<Hex>;

beforeAll(async () => {
  await loadEngineParts();
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  const { ShieldNoteERC20 } = require(join(root, 'note/erc20/shield-note-erc20.js')) as {
    ShieldNoteERC20: new (
      master: bigint,
      random: string,
      value: bigint,
      token: string,
    ) => EngineShield;
  };
  shieldOf = async (given = {}) => {
    const { receiver = own, viewer = receiver, token = TOKEN, amount = AMOUNT } = given;
    const note = new ShieldNoteERC20(
      receiver.masterPublicKey,
      given.random ?? RANDOM,
      amount,
      token,
    );
    const { preimage, ciphertext } = await note.serialize(
      new Uint8Array(32).fill(5),
      viewer.viewingPublicKey,
    );
    const [first = '0x', second = '0x', third = '0x'] = ciphertext.encryptedBundle;
    const request = {
      preimage: {
        npk: preimage.npk,
        token: { tokenType: 0, tokenAddress: token, tokenSubID: 0n },
        value: amount,
      },
      ciphertext: {
        encryptedBundle: [first, second, third] as const,
        shieldKey: ciphertext.shieldKey,
      },
    };
    const requests = Array.from({ length: 1 + (given.more ?? 0) }, () => request);
    return encodeFunctionData({ abi: ABI, functionName: 'shield', args: [requests] });
  };
});

function approve(spender: PublicAddress, amount: bigint, nonce = 7) {
  const args = [spender, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  return { nonce, gas: 60_000n, to: TOKEN, value: 0n, data };
}

const common = { account: ALICE, chainId: 137, fees, rungs: 3 };

async function tokenPlan(data?: Hex): Promise<PublicPlan> {
  const call = { nonce: 8, gas: 900_000n, to: POOL, value: 0n, data: data ?? (await shieldOf()) };
  return { ...common, approval: approve(POOL, AMOUNT), call };
}

async function coinPlan(data?: Hex, amount = AMOUNT): Promise<PublicPlan> {
  const shield = data ?? (await shieldOf({ token: WRAPPED }));
  const wrap = encodeFunctionData({ abi: ABI, functionName: 'wrapBase', args: [amount] });
  const calls = [wrap, shield].map((each) => ({ to: RELAY_ADAPT, data: each, value: 0n }));
  const args = [true, calls] as const;
  const multicall = encodeFunctionData({ abi: ABI, functionName: 'multicall', args });
  const call = { nonce: 8, gas: 900_000n, to: RELAY_ADAPT, value: AMOUNT, data: multicall };
  return { ...common, approval: null, call };
}

function confirmed(plan: PublicPlan, token: PublicAddress | null): ShieldConfirmation {
  const feeCeiling = ceilingOf(plan);
  return { kind: 'shield', chainId: 137, token, amount: AMOUNT, feeCeiling };
}

describe('a plan of RAILGUN’s own shield', () => {
  test('is accepted for a token, with its approval, with a reset before it, and without both', async () => {
    const plan = await tokenPlan();
    const reset = approve(POOL, 0n, 6);
    const all = [
      plan,
      { ...plan, approval: { ...approve(POOL, AMOUNT), reset } },
      { ...plan, approval: null },
    ];
    for (const each of all) {
      expect(await checkShieldPlan(each, confirmed(each, TOKEN), owner)).toEqual({ ok: true });
    }
  });

  test('is accepted for the native coin', async () => {
    const plan = await coinPlan();
    expect(await checkShieldPlan(plan, confirmed(plan, null), owner)).toEqual({ ok: true });
  });
});

type Lie = readonly [name: string, plan: () => Promise<PublicPlan>, check: PlanCheck];

const ofCall = async (change: Partial<PublicPlan['call']>) => {
  const plan = await tokenPlan();
  return { ...plan, call: { ...plan.call, ...change } };
};
const ofApproval = async (approval: PublicPlan['approval']) => ({
  ...(await tokenPlan()),
  approval,
});

const tokenLies: readonly Lie[] = [
  ['a note for someone else', async () => tokenPlan(await shieldOf({ receiver: foreign })), 'note'],
  [
    'a note that only someone else finds',
    async () => tokenPlan(await shieldOf({ viewer: foreign })),
    'note',
  ],
  [
    'a note that opens, for someone else',
    async () => tokenPlan(await shieldOf({ receiver: foreign, viewer: own })),
    'note',
  ],
  ['another token', async () => tokenPlan(await shieldOf({ token: OTHER })), 'call'],
  ['more', async () => tokenPlan(await shieldOf({ amount: AMOUNT + 1n })), 'call'],
  ['less', async () => tokenPlan(await shieldOf({ amount: 1n })), 'call'],
  ['two notes', async () => tokenPlan(await shieldOf({ more: 1 })), 'call'],
  ['no note', async () => tokenPlan('0x'), 'call'],
  [
    'a key that is no point',
    async () => tokenPlan(`${(await shieldOf()).slice(0, -64)}${'02'.padEnd(64, '0')}` as Hex),
    'note',
  ],
  ['another contract', () => ofCall({ to: BOB }), 'pool'],
  ['the pool’s other contract', () => ofCall({ to: RELAY_ADAPT }), 'pool'],
  ['native coin beside it', () => ofCall({ value: 1n }), 'call'],
  ['bytes behind it', async () => ofCall({ data: `${await shieldOf()}00` }), 'call'],
  ['an approval of more', () => ofApproval(approve(POOL, AMOUNT + 1n)), 'approval'],
  ['an approval of everything', () => ofApproval(approve(POOL, 2n ** 256n - 1n)), 'approval'],
  ['an approval for someone else', () => ofApproval(approve(BOB, AMOUNT)), 'approval'],
  [
    'an approval of another token',
    () => ofApproval({ ...approve(POOL, AMOUNT), to: OTHER }),
    'approval',
  ],
  [
    'an approval that carries native coin',
    () => ofApproval({ ...approve(POOL, AMOUNT), value: 1n }),
    'approval',
  ],
  [
    'a reset that resets nothing',
    () => ofApproval({ ...approve(POOL, AMOUNT), reset: approve(POOL, 5n, 6) }),
    'approval',
  ],
  [
    'a reset for someone else',
    () => ofApproval({ ...approve(POOL, AMOUNT), reset: approve(BOB, 0n, 6) }),
    'approval',
  ],
  ['an approval after it', () => ofApproval(approve(POOL, AMOUNT, 9)), 'nonce'],
  ['one nonce for both', () => ofApproval(approve(POOL, AMOUNT, 8)), 'nonce'],
  ['another account', async () => ({ ...(await tokenPlan()), account: BOB }), 'account'],
  ['another chain', async () => ({ ...(await tokenPlan()), chainId: 1 }), 'chain'],
  [
    'a higher fee',
    async () => ({ ...(await tokenPlan()), fees: { ...fees, maxFeePerGas: 61n } }),
    'fee-ceiling',
  ],
];

test.each(tokenLies)('a shield of a token with %s is refused', async (_, lie, check) => {
  const confirmation = confirmed(await tokenPlan(), TOKEN);
  expect(await checkShieldPlan(await lie(), confirmation, owner)).toEqual({ ok: false, check });
});

const coinLies: readonly Lie[] = [
  [
    'a note for someone else',
    async () => coinPlan(await shieldOf({ token: WRAPPED, receiver: foreign })),
    'note',
  ],
  [
    'a note that only someone else finds',
    async () => coinPlan(await shieldOf({ token: WRAPPED, viewer: foreign })),
    'note',
  ],
  ['a note of another token', async () => coinPlan(await shieldOf({ token: TOKEN })), 'call'],
  ['a note of less', async () => coinPlan(await shieldOf({ token: WRAPPED, amount: 1n })), 'call'],
  ['less wrapped', () => coinPlan(undefined, 1n), 'call'],
  [
    'more coin',
    async () => {
      const plan = await coinPlan();
      return { ...plan, call: { ...plan.call, value: AMOUNT + 1n } };
    },
    'amount',
  ],
  [
    'an approval',
    async () => ({ ...(await coinPlan()), approval: approve(POOL, AMOUNT) }),
    'approval',
  ],
  [
    'another contract',
    async () => {
      const plan = await coinPlan();
      return { ...plan, call: { ...plan.call, to: POOL } };
    },
    'pool',
  ],
];

test.each(coinLies)('a shield of the native coin with %s is refused', async (_, lie, check) => {
  const confirmation = confirmed(await coinPlan(), null);
  expect(await checkShieldPlan(await lie(), confirmation, owner)).toEqual({ ok: false, check });
});
