import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { encodeFunctionData, erc20Abi, toHex } from 'viem';
import { expect } from 'vitest';
import type { TokenId } from '#domain/token/token';
import type { ResponseOf } from '#wire/contract';
import type { ClaimView } from '#wire/wallet/claim';
import type { publicHistory } from '#wire/wallet/public-history';
import { createBlockFeed } from './adapters/evm/block-feed.ts';
import { nodesAt } from './adapters/evm/nodes-at.test-setup.ts';
import { createPublicChain } from './adapters/evm/public-chain.ts';
import { readSignedTransaction } from './adapters/evm/read-signed-transaction.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import { advanceDueOperations } from './jobs/advance-operations.ts';
import { createFollowerMemory, followBlocks } from './jobs/follow-blocks.ts';
import type { PublicChain } from './ports/public-chain.ts';
import { type RandomChain, startRandomChain } from './random-chain.test-setup.ts';
import { createTestServer, newPhone, type TestServer, type TestUser } from './server.test-setup.ts';

const BLOCKS_UNTIL_FINAL = '0x46';
const PASSWORD = 'Piggy!Bank7';
/** What everyone has at first: 1,000 POL and 1,000 USDC. */
export const COINS = 1_000n * 10n ** 18n;
export const TOKENS = 1_000_000_000n;

/** A user of the server who is signed in. */
export interface Signed {
  readonly user: TestUser;
  readonly token: string;
  readonly address: string;
}

interface Sending {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server whose users pay by link on a chain of its own. */
export interface ClaimBench {
  readonly server: TestServer;
  readonly chain: RandomChain;
  readonly usdc: TokenId;
  readonly pol: TokenId;
  /** Changes what the server sees of the chain; `reset` undoes it. */
  script(change: Partial<PublicChain>): void;
  reset(): Promise<void>;
  /** A new user, with money. */
  join(name: string, more?: Partial<TestUser>): Promise<Signed>;
  signIn(user: TestUser): Promise<Signed>;
  post(
    path: string,
    body: object,
    from?: Signed | null,
    sending?: Sending,
  ): Promise<LightMyRequestResponse>;
  /** Pays 50 USDC by link to lena@post.test. */
  make(from: Signed, more?: object, key?: string): Promise<ClaimView>;
  /** Every transaction is mined, and follows to its end. */
  settle(): Promise<void>;
  list(of: Signed): Promise<readonly ClaimView[]>;
  /** The public history, newest first, after a follower has seen all blocks. */
  history(of: Signed): Promise<ResponseOf<typeof publicHistory>['data']['transactions']>;
  units(address: string): Promise<{ readonly pol: bigint; readonly usdc: bigint }>;
  /** Forgets what was counted. */
  forgetLimits(): Promise<void>;
  stop(): Promise<void>;
}

export async function createClaimBench(): Promise<ClaimBench> {
  const chain = await startRandomChain();
  const { network } = chain;
  const { chainId } = network;
  const real = createPublicChain({ network, nodes: nodesAt({ chainId, rpcUrls: [chain.url] }) });
  let scripted: Partial<PublicChain> = {};
  const seen = new Proxy(real, {
    get: (target, name) => Reflect.get(scripted, name) ?? Reflect.get(target, name),
  });
  const server = await createTestServer({
    chain: { networks: [network], poolChainIds: [], chains: new Map([[chainId, seen]]) },
  });
  const [pol, usdc] = network.tokens;
  if (pol === undefined || usdc === undefined) throw new Error('The chain has two coins.');
  const operations = createPostgresOperations(server.database);
  let addresses = 0;
  const nextAddress = () => {
    addresses += 1;
    return `198.18.${addresses >> 8}.${addresses & 255}`;
  };

  const bench: ClaimBench = {
    ...{ server, chain, usdc: usdc.id, pol: pol.id },
    script: (change) => {
      scripted = change;
    },
    async reset() {
      scripted = {};
      await server.reset();
      await server.database.pool.query(
        'truncate operations, chain_accounts, claims, public_movements, followed_blocks, chain_followers cascade',
      );
    },
    async join(name, more = {}) {
      const email = `${randomUUID()}@kax.test`;
      const user = { name, email, phone: newPhone(), password: PASSWORD, ...more };
      await server.createUser(user);
      const signed = await bench.signIn(user);
      await chain.call('anvil_setBalance', [signed.address, toHex(COINS)]);
      const args = [signed.address as `0x${string}`, TOKENS] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
      const [from] = chain.accounts;
      await chain.call('eth_sendTransaction', [{ from, to: usdc.address, data }]);
      await chain.call('evm_mine');
      return signed;
    },
    async signIn(user) {
      const { email, password } = user;
      const response = await bench.post('auth/login', { email, password });
      expect(response.statusCode, response.body).toBe(200);
      const { rows } = await server.database.pool.query(
        'select public_address from wallets where user_id = (select id from users where email = $1)',
        [email],
      );
      return { user, token: response.json().access_token, address: rows[0].public_address };
    },
    post(path, payload, from = null, { key, headers = {} } = {}) {
      return server.app.inject({
        ...{ method: 'POST', url: `/api/${path}`, payload, remoteAddress: nextAddress() },
        headers: {
          ...headers,
          ...(from !== null && { authorization: `Bearer ${from.token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
      });
    },
    async make(from, more = {}, key = randomUUID()) {
      const body = { ...usual(usdc.id), ...more };
      const response = await bench.post('wallet/claims', body, from, { key });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data;
    },
    async settle() {
      let now = server.now().getTime();
      const ports = {
        ...{ operations, chains: new Map([[chainId, real]]), readSigned: readSignedTransaction },
        clock: { now: () => new Date(now), sleep: async () => {} },
        report: ({ cause }: { readonly cause: unknown }) => {
          throw cause;
        },
      };
      await chain.call('evm_mine');
      await chain.call('anvil_mine', [BLOCKS_UNTIL_FINAL]);
      for (let run = 0; run < 3; run += 1) {
        now += 60_000;
        await advanceDueOperations(ports);
      }
    },
    async list({ token }) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await server.app.inject({ url: '/api/wallet/claims', headers });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data;
    },
    async history({ token }) {
      const history = createPostgresPublicHistory(server.database);
      const report = ({ cause }: { readonly cause: unknown }) => {
        throw cause;
      };
      const nodes = nodesAt({ chainId, rpcUrls: [chain.url] });
      const follower = {
        ...{ feed: createBlockFeed({ network, nodes, report }), history, fromBlock: 0n, report },
        ...{ pools: new Set<string>(), follower: randomUUID() },
        clock: { now: () => server.now(), sleep: async () => {} },
      };
      const memory = createFollowerMemory(follower);
      const { latest } = await real.heads();
      do await followBlocks(follower, memory);
      while (((await history.state(chainId))?.latestNumber ?? 0n) < latest.number);
      const headers = { authorization: `Bearer ${token}` };
      const url = '/api/wallet/public/history/wallet';
      const response = await server.app.inject({ url, headers });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data.transactions;
    },
    units: async (address) => ({
      pol: await chain.nativeBalance(address, 'latest'),
      usdc: await chain.tokenBalance(address, 'latest'),
    }),
    async forgetLimits() {
      await server.database.pool.query('truncate rate_limits');
      server.restart();
    },
    async stop() {
      await server.stop();
      await chain.stop();
    },
  };
  return bench;
}

export const LENA = 'lena@post.test';

/** 50 USDC for Lena. */
export function usual(tokenId: TokenId) {
  return { tokenId, amount: '50000000', emailOrPhone: LENA, message: 'Dinner on Friday' };
}
