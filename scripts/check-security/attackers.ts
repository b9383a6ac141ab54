import type { Attacker } from './attackers/attacker.ts';
import { copyOfDatabase } from './attackers/copy-of-database.ts';
import { injectedScript, mailboxAndPhone } from './attackers/credentials.ts';
import { dnsRecords, exchange, network, rampPage, rpcNode } from './attackers/from-outside.ts';
import { hostileWriter } from './attackers/hostile-writer.ts';
import {
  backupAndKeys,
  backupAndToken,
  copyAndKms,
  copyAndPepper,
  copyAndRecovery,
} from './attackers/keys-and-copies.ts';
import { mailboxAlone, phoneAlone, stranger } from './attackers/messages.ts';
import { priceFeed } from './attackers/price-feed.ts';
import {
  freezeLinkCopy,
  stolenPassword,
  stolenRecoveryCode,
  unlockedPhone,
} from './attackers/second-factors.ts';
import {
  accessToken,
  boundAccessToken,
  boundRefreshToken,
  refreshToken,
} from './attackers/stolen-tokens.ts';
import { strangers } from './attackers/strangers.ts';
import { takenOverApi } from './attackers/taken-over-api.ts';
import { takenOverShieldedWorker } from './attackers/taken-over-shielded-worker.ts';
import { takenOverWorker } from './attackers/taken-over-worker.ts';
import { operatorAccess, wholeServer } from './attackers/whole-server.ts';

/** The rows of the table, in its order. */
export const attackers: readonly Attacker[] = [
  copyOfDatabase,
  copyAndPepper,
  copyAndRecovery,
  hostileWriter,
  copyAndKms,
  backupAndToken,
  backupAndKeys,
  takenOverApi,
  takenOverWorker,
  takenOverShieldedWorker,
  wholeServer,
  operatorAccess,
  stranger,
  mailboxAlone,
  phoneAlone,
  mailboxAndPhone,
  stolenPassword,
  stolenRecoveryCode,
  unlockedPhone,
  freezeLinkCopy,
  boundAccessToken,
  boundRefreshToken,
  accessToken,
  refreshToken,
  injectedScript,
  strangers,
  network,
  dnsRecords,
  rampPage,
  exchange,
  priceFeed,
  rpcNode,
];
