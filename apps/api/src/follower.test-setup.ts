import { createBlockFeed } from './adapters/evm/block-feed.ts';
import { nodesAt } from './adapters/evm/nodes-at.test-setup.ts';
import { createDatabase } from './adapters/postgres/connection/connect.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { systemClock, systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createFollowBlocks } from './jobs/follow-blocks.ts';

// A process of its own, started by a test that kills it: it follows one chain until then.
const { databaseUrl, rpcUrl, network } = JSON.parse(process.argv[2] ?? '');
const report = (problem: { readonly message: string; readonly cause: unknown }) =>
  console.error(problem.message, problem.cause);
createFollowBlocks({
  feed: createBlockFeed({
    network,
    nodes: nodesAt({ chainId: network.chainId, rpcUrls: [rpcUrl] }),
    report,
  }),
  history: createPostgresPublicHistory(createDatabase(databaseUrl)),
  fromBlock: 0n,
  pools: new Set(),
  follower: systemRandomness.uuid(),
  clock: systemClock,
  report,
}).start();
