import { isDeepStrictEqual } from 'node:util';
import { keccak256 } from 'viem';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { type BaseUnits, gasCost, toBaseUnits } from '#domain/amount/base-units';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { TokenId } from '#domain/token/token';
import { buildToken } from '#testing/network';
import { createFinalPrivateCall } from '../adapters/evm/create-final-private-call.ts';
import { createNoteUse } from '../adapters/evm/create-note-use.ts';
import { createPublicChain } from '../adapters/evm/public-chain.ts';
import { createRpcNodes } from '../adapters/evm/rpc-nodes.ts';
import type { AssembleTransaction } from '../ports/assemble-transaction.ts';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { PublicSigner } from '../ports/key-vault.ts';
import {
  ChainUnavailable,
  type PublicChain,
  type ReadSignedTransaction,
} from '../ports/public-chain.ts';
import { balanceKey } from './balance-key.ts';
import {
  createSimulatedBackends,
  type NodeEnvironment,
  type SignedBytes,
} from './simulated-backend.ts';
import {
  blockBelow,
  encodeApproval,
  encodeTransfer,
  type SimulatedBlock,
  TOKEN_CONTRACT,
} from './simulated-chain.ts';
import { refusalOfPrivateTransaction } from './simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import type { Process } from './simulation.ts';

export const CHAIN_ID = 31337;

/** The token of the one contract that records transfers. */
export const RECORDING_TOKEN = buildToken({
  id: 'simulated-tok' as TokenId,
  address: TOKEN_CONTRACT,
});

const WOULD_REVERT = { ok: false, reason: 'would-revert', detail: 'simulated' } as const;

/**
 * @returns the real chain adapter over the simulated network, as one process of the server sees it, with responses of
 *   its own for what is read before a payment is signed
 */
export function createSimulatedNode(
  environment: NodeEnvironment,
  process: Process,
): PublicChain & ContractCalls {
  const { simulation, chain, faults } = environment;
  const { random } = simulation;
  const network = { chainId: CHAIN_ID, multicallAddress: TOKEN_CONTRACT };
  const blocksUntilFinal = Number(chain.finalDepth);
  const nodes = createRpcNodes(CHAIN_ID, createSimulatedBackends(environment, process));
  const {
    balances: _,
    prepareTransfer: __,
    isContract: ___,
    ...adapter
  } = createPublicChain({
    network: { ...network, blocksUntilFinal, tokens: [RECORDING_TOKEN] },
    nodes,
    rawOf: ({ transactionHash }) => rawOfHash(environment.signedBytes, transactionHash),
  });

  async function request<T>(response: (tip: SimulatedBlock) => T): Promise<T> {
    await simulation.wait(random.integer(5, 80), process);
    if (random.chance(faults.timeout)) {
      await simulation.wait(2_000, process);
      throw new ChainUnavailable(CHAIN_ID, new Error('timeout'));
    }
    const result = response(nodeTip());
    await simulation.wait(random.integer(5, 80), process);
    return result;
  }

  function nodeTip(): SimulatedBlock {
    const { head } = random.pick(random.pick(faults.backends));
    const tip = random.chance(faults.staleNode) ? random.pick(chain.tips) : chain.tip;
    return blockBelow(tip, BigInt(head));
  }

  return {
    ...adapter,
    balances: (owner, tokens) =>
      request((tip) => ({
        blockNumber: tip.number,
        units: tokens.map(({ address }) =>
          balanceAt(tip, owner, address === null ? 'native' : 'token'),
        ),
      })),
    prepareTransfer: ({ token, to, amount }) =>
      request(() => {
        if (random.chance(faults.falseRefusal)) return WOULD_REVERT;
        const maxFeePerGas = (chain.baseFee * 6n) / 5n + 1n;
        const call = transferCall({ token, to, amount });
        const fees = { maxFeePerGas, maxPriorityFeePerGas: 1n, feeCap: chain.feeCap };
        const expectedFee = gasCost(chain.gas, chain.baseFee);
        return { ok: true, prepared: { ...call, gas: chain.gas, fees, expectedFee } } as const;
      }),
    isContract: (address) => request(() => address === TOKEN_CONTRACT),
    noteUse: createNoteUse({
      network: { chainId: CHAIN_ID, blocksUntilFinal },
      nodes,
      shieldedPool: { proxy: PRIVATE_TRANSACTION_CONTRACT },
      readCalldata: (raw) => environment.signedBytes.get(raw)?.data ?? '0x',
    }),
    finalPrivateCall: createFinalPrivateCall({
      ...{ blocksUntilFinal, nodes, contracts: [PRIVATE_TRANSACTION_CONTRACT] },
    }),
    transferCall,
    presentFees: () =>
      request(() => ({
        fees: {
          maxFeePerGas: (chain.baseFee * 6n) / 5n + 1n,
          maxPriorityFeePerGas: 1n,
          feeCap: chain.feeCap,
        },
        pricePerGas: chain.baseFee,
      })),
    allowance: (_token, owner) =>
      request((tip) => toBaseUnits(tip.balances.get(balanceKey(owner, 'allowance')) ?? 0n)),
    approval: (to, _spender, amount) => ({
      to,
      value: 0n,
      data: encodeApproval(amount),
      gasIfUnknown: chain.gas,
    }),
    simulate: (_from, calls) =>
      request(() => {
        if (random.chance(faults.falseRefusal)) return { ...WOULD_REVERT, index: 0 };
        return { ok: true, gas: calls.map(() => ({ used: chain.gas, limit: chain.gas })) } as const;
      }),
    refusalOf: (_from, { to, data }) =>
      request((tip) =>
        to === PRIVATE_TRANSACTION_CONTRACT
          ? refusalOfPrivateTransaction(tip.balances, decodePrivateTransaction(data))
          : null,
      ),
  };
}

/** Signs for an account of the simulation: the bytes are a number by which the network finds the transaction. */
export function signSimulated(
  signedBytes: SignedBytes,
  from: PublicAddress,
  transaction: UnsignedTransaction,
): { readonly raw: `0x${string}`; readonly hash: TransactionHash } {
  const raw = `0x${(signedBytes.size + 1).toString(16).padStart(8, '0')}` as const;
  const hash = keccak256(raw) as TransactionHash;
  signedBytes.set(raw, { ...transaction, from, hash });
  return { raw, hash };
}

/** @returns a signer for an account of the simulation; its signatures are the signed bytes themselves */
export function simulatedSigner(signedBytes: SignedBytes, address: PublicAddress): PublicSigner {
  return {
    address,
    sign: async (transaction) => signSimulated(signedBytes, address, transaction).raw,
    signMessage: async (text) => `0x${Buffer.from(text).toString('hex')}`,
  };
}

/** @returns what takes only signatures of the account and of the very transaction, as the real one */
export function createAssembleSimulated(signedBytes: SignedBytes): AssembleTransaction {
  return (transaction, raw, account) => {
    const signed = signedBytes.get(raw);
    if (signed === undefined) return null;
    const { from, hash, ...fields } = signed;
    return from === account && isDeepStrictEqual(fields, transaction) ? { raw, hash } : null;
  };
}

/** @returns what reads simulated bytes back */
export function createReadSigned(signedBytes: SignedBytes): ReadSignedTransaction {
  return (raw) => {
    const signed = signedBytes.get(raw);
    if (signed === undefined) throw new Error(`No one signed ${raw}.`);
    const { from: _, hash: __, ...transaction } = signed;
    return transaction;
  };
}

const transferCall: PublicChain['transferCall'] = ({ token, to, amount }) =>
  token.address === null
    ? { to, value: amount, data: '0x' }
    : { to: TOKEN_CONTRACT, value: 0n, data: encodeTransfer(to, amount) };

function rawOfHash(signedBytes: SignedBytes, hash: TransactionHash): `0x${string}` {
  for (const [raw, transaction] of signedBytes) if (transaction.hash === hash) return raw;
  return '0x';
}

function balanceAt(tip: SimulatedBlock, owner: string, asset: 'native' | 'token'): BaseUnits {
  return toBaseUnits(tip.balances.get(balanceKey(owner, asset)) ?? 0n);
}
