import { readFileSync } from 'node:fs';
import { readAuditKey } from '../../apps/api/src/adapters/audit-files/audit-key.ts';
import { createContractCalls } from '../../apps/api/src/adapters/evm/contract-calls.ts';
import { createNodeInspection } from '../../apps/api/src/adapters/evm/node-inspection.ts';
import { createPublicChain } from '../../apps/api/src/adapters/evm/public-chain.ts';
import { readSignedCost } from '../../apps/api/src/adapters/evm/read-signed-cost.ts';
import { connectRpcNodes } from '../../apps/api/src/adapters/evm/rpc-nodes.ts';
import { toChecksumAddress } from '../../apps/api/src/adapters/evm/to-checksum-address.ts';
import { createPostgresAudit } from '../../apps/api/src/adapters/postgres/accounts/audit.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/api/src/adapters/postgres/connection/connect.ts';
import {
  createPostgresOpenOperations,
  createPostgresOperatorChanges,
} from '../../apps/api/src/adapters/postgres/operations/open-operations.ts';
import { requireRole } from '../../apps/api/src/adapters/postgres/roles/require-role.ts';
import { systemClock } from '../../apps/api/src/adapters/system-clock/system-clock.ts';
import type { OperatorConfig } from '../../apps/api/src/config.ts';
import { guardConnections } from '../../apps/api/src/guard-connections.ts';
import { readNetworks } from '../../apps/api/src/networks.ts';

const RPC_TIMEOUT_MS = 5_000;

/**
 * Puts together what the operator's command needs: the database and the nodes, and the key of the audit log alone.
 * Rejects with `AuditKeyMissing` when there is none, and with `DatabaseNotReady`.
 */
export async function connect(config: OperatorConfig, report: (sentence: string) => void) {
  const auditKey = await readAuditKey(config.keyFolder);
  const database = createDatabase(config.databaseUrl);
  const configured = readNetworks(readFileSync(config.networksFile, 'utf8'), {
    rpcUrls: config.rpcUrls,
    toChecksumAddress,
  });
  guardConnections(config, configured);
  await requireOperator(database, config);
  const reached = configured.map((each) => {
    const { network, rpcUrls } = each;
    const options = {
      chainId: network.chainId,
      rpcUrls,
      timeoutMs: RPC_TIMEOUT_MS,
      clock: systemClock,
      report: ({ message }: { readonly message: string }) => report(message),
    };
    const inspection = createNodeInspection({ ...options, report: () => {} });
    return { ...each, chainId: network.chainId, nodes: connectRpcNodes(options), inspection };
  });
  return {
    openOperations: createPostgresOpenOperations(database),
    operations: createPostgresOperatorChanges(database),
    audit: createPostgresAudit(database, auditKey),
    networks: configured.map(({ network }) => network),
    chains: new Map(reached.map((each) => [each.chainId, createPublicChain(each)])),
    calls: new Map(reached.map((each) => [each.chainId, createContractCalls(each)])),
    inspections: new Map(reached.map(({ chainId, inspection }) => [chainId, inspection])),
    readSignedCost,
    clock: systemClock,
    close: () => database.close(),
  };
}

async function requireOperator(database: Database, config: OperatorConfig): Promise<void> {
  try {
    await requireRole(database, 'kax_operator', config);
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

/** What the operator's command needs. */
export type OperatorPorts = Awaited<ReturnType<typeof connect>>;
