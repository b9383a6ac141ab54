import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  maxUint256,
  parseAbi,
  parseUnits,
  toHex,
} from 'viem';
import { treasury } from '../chain/accounts.ts';
import type { Deployment } from '../chain/deployment.ts';
import type { CallNode } from '../chain/json-rpc.ts';
import { createSender, type Sender } from '../chain/sender.ts';
import type { GrantedAmount } from './users.ts';

/** Pays starting balances into the private pool, each grant exactly once: its notes identify it on the chain. */
export interface ShieldedFaucet {
  /**
   * Pays enough that the given amounts remain after the pool's fee. `name` distinguishes the grants of one
   * address. Resolves when the notes are in the pool.
   */
  pay(grant: {
    readonly name: string;
    /** A 0zk address. */
    readonly to: string;
    readonly amounts: readonly GrantedAmount[];
  }): Promise<void>;
}

interface NoteRequest {
  readonly preimage: { readonly npk: Hex; readonly value: bigint };
  readonly ciphertext: unknown;
}

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function approve(address spender, uint256 value) returns (bool)',
]);
const poolAbi = parseAbi([
  'struct TokenData { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct CommitmentPreimage { bytes32 npk; TokenData token; uint120 value; }',
  'struct ShieldCiphertext { bytes32[3] encryptedBundle; bytes32 shieldKey; }',
  'struct ShieldRequest { CommitmentPreimage preimage; ShieldCiphertext ciphertext; }',
  'function shield(ShieldRequest[] requests)',
]);
const FEE_BASIS_POINTS = 25n;
const WHOLE = 10_000n;
const SHIELD_GAS = 3_000_000n;
const MINED_WITHIN_MS = 60_000;

/** @returns null on a chain without a private pool. */
export function createShieldedFaucet(options: {
  readonly deployment: Deployment;
  readonly call: CallNode;
}): ShieldedFaucet | null {
  const { deployment, call } = options;
  const { shieldedPool } = deployment;
  if (!shieldedPool) return null;
  const { proxy, deploymentBlock } = shieldedPool;
  const issuer = createSender(call, deployment.chainId, treasury);
  return {
    pay: async (grant) => {
      const requests = await Promise.all(
        grant.amounts.map((amount) => createNote(deployment, grant, amount)),
      );
      if (await isPaid(requests)) return;
      for (const [index, amount] of grant.amounts.entries()) {
        const value = requests[index]?.preimage.value ?? 0n;
        await issue(issuer, tokenAddress(deployment, amount), { spender: proxy, value });
      }
      const data = encodeFunctionData({
        abi: poolAbi,
        functionName: 'shield',
        args: [requests as never],
      });
      await issuer.send({ to: proxy, data, gas: SHIELD_GAS });
      await untilPaid(requests, grant.name);
    },
  };

  /** A note's key is unique, and is in the log of the shield. */
  async function isPaid(requests: readonly NoteRequest[]): Promise<boolean> {
    const filter = { address: proxy, fromBlock: toHex(deploymentBlock), toBlock: 'latest' };
    const logs = await call<{ data: Hex }[]>('eth_getLogs', [filter]);
    return requests.every(({ preimage }) =>
      logs.some(({ data }) => data.includes(preimage.npk.slice(2))),
    );
  }

  async function untilPaid(requests: readonly NoteRequest[], name: string): Promise<void> {
    const deadline = Date.now() + MINED_WITHIN_MS;
    while (!(await isPaid(requests))) {
      if (Date.now() > deadline) throw new Error(`The grant ${name} was not shielded in time.`);
      await sleep(100);
    }
  }
}

async function issue(
  issuer: Sender,
  token: Hex,
  { spender, value }: { readonly spender: Hex; readonly value: bigint },
): Promise<void> {
  const mint = { abi: tokenAbi, functionName: 'mint', args: [issuer.address, value] } as const;
  await issuer.send({ to: token, data: encodeFunctionData(mint) });
  const approve = { abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] } as const;
  await issuer.send({ to: token, data: encodeFunctionData(approve) });
}

/** Its randomness is derived from the grant, so that a grant always makes the same note. */
async function createNote(
  deployment: Deployment,
  { name, to }: { readonly name: string; readonly to: string },
  amount: GrantedAmount,
): Promise<NoteRequest> {
  const engine: typeof import('@railgun-community/engine') = createRequire(import.meta.url)(
    '@railgun-community/engine',
  );
  const grantId = keccak256(toHex(`${name} ${amount.symbol} ${to}`));
  const { masterPublicKey, viewingPublicKey } = engine.RailgunEngine.decodeAddress(to);
  const units = parseUnits(amount.amount, amount.symbol === 'USDC' ? 6 : 18);
  const note = new engine.ShieldNoteERC20(
    masterPublicKey,
    grantId.slice(2, 34),
    beforeFee(units),
    tokenAddress(deployment, amount),
  );
  const request = await note.serialize(hexToBytes(keccak256(grantId)), viewingPublicKey);
  return request as unknown as NoteRequest;
}

/** The smallest amount of which this much remains after the fee of the pool, rounded down. */
function beforeFee(left: bigint): bigint {
  let amount = (left * WHOLE) / (WHOLE - FEE_BASIS_POINTS);
  while (amount - (amount * FEE_BASIS_POINTS) / WHOLE < left) amount += 1n;
  return amount;
}

function tokenAddress({ usdc, kax }: Deployment, { symbol }: GrantedAmount): Hex {
  const address = symbol === 'USDC' ? usdc : symbol === 'KAX' ? kax : null;
  if (address === null) throw new Error(`Private grants of ${symbol} are not made here.`);
  return address;
}
