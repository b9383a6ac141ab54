import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changePassword } from '#wire/auth/change-password';
import { coins } from '#wire/wallet/coins';
import { connectRecovery } from '../../../apps/api/src/adapters/recovery-socket/connect-recovery.ts';
import type { AttackContext } from '../attack-context.ts';
import { copyDatabase, keysOf } from '../database-copy.ts';
import { restoreAddresses } from '../restored-wallet.ts';
import {
  createThief,
  explainsCodes,
  pepperOf,
  phraseByRecovery,
  recoveryFolderOf,
  walletsByTokens,
} from '../thief.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const kmsTests = 'apps/api/src/adapters/aws-kms/recovery-kms.test.ts';

/** Users of a new sandbox, whose password is written down. */
const SEEDED = 'alice@kax.test';
const COMMON = ['Password1!', 'Qwerty!123', 'Piggy!Bank7'];
const GUESSES = 20;

export const copyAndPepper: Attacker = {
  attacker: 'a copy of the database, and the pepper',
  claims: [
    { can: 'guess passwords, each guess 64 MiB of work', play: guessCommon },
    { cannot: 'open a strong password', play: guessStrong },
    {
      cannot: 'read codes or use the recovery wrap, whose keys `recovery` has',
      play: tryPepperElsewhere,
    },
    {
      cannot:
        'read private balances, histories or run boxes: the run’s key exists only in one process’s memory',
      tests: testsOf(
        'apps/api/src/adapters/key-vault/shielded-seals.test.ts',
        'does not open with the key of a later run',
      ),
    },
  ],
};

export const copyAndRecovery: Attacker = {
  attacker: 'database and the folder of `recovery`, as a thief of the whole disk has with `file`',
  claims: [
    { can: '**everything**', play: openByRecovery },
    {
      cannot: 'open wallets that were deleted, unless the salts were copied before',
      play: openForgotten,
      tests: testsOf(
        'apps/api/src/modules/wallet/delete-wallet.test.ts',
        'deletes an empty wallet: account, recovery',
      ),
    },
  ],
};

export const copyAndKms: Attacker = {
  attacker: 'database and the AWS credentials of `recovery`, with `aws-kms`',
  claims: [
    {
      can: 'everything, one KMS request per wallet, until someone revokes them',
      tests: testsOf(
        kmsTests,
        'wraps and opens through the service, which receives the key’s user',
        'rejects when the key’s owner refuses',
      ),
    },
    {
      cannot: 'do it without CloudTrail’s record',
      untried: 'our stand-in for AWS keeps no such record',
    },
  ],
};

export const backupAndToken: Attacker = {
  attacker: 'an old backup of the database and a live token',
  claims: [
    { can: 'do what the token alone allows on the running server', play: useToken },
    { cannot: 'decrypt anything in the backup without the pepper', play: openBackup },
  ],
};

export const backupAndKeys: Attacker = {
  attacker: 'an old backup of the database and today’s key folder of `api`',
  claims: [
    {
      can: 'open a wallet with a token of that time, or with a password of that time that was replaced since',
      play: openWithOldPassword,
    },
    { cannot: 'sign in on the running server with a replaced password', play: signInWithOld },
    {
      cannot: 'use the recovery wraps of that time or read its codes',
      play: tryPepperElsewhere,
    },
  ],
};

async function guessCommon(context: AttackContext): Promise<string> {
  const row = keysOf(context.copy, SEEDED);
  const thief = createThief(await pepperOf(context));
  let guesses = 0;
  for (const password of COMMON) {
    guesses += 1;
    if ((await thief.phraseByPassword(row, password)) !== null) break;
  }
  const isFound = guesses === COMMON.length && row.password_parameters.memoryKiB === 65_536;
  return requireTrue(isFound, `a common password at guess ${guesses}, each 64 MiB`);
}

async function guessStrong(context: AttackContext): Promise<string> {
  const thief = createThief(await pepperOf(context));
  let found = 0;
  for (const { email } of context.victims) {
    const row = keysOf(context.copy, email);
    for (let guess = 0; guess < GUESSES; guess += 1) {
      const password = COMMON[guess] ?? `Password${guess}!`;
      if ((await thief.phraseByPassword(row, password)) !== null) found += 1;
    }
  }
  return requireTrue(
    found === 0,
    `${found} of ${context.victims.length} passwords with random characters in ${GUESSES} guesses each`,
  );
}

/** Uses each secret of `api` as the key of codes, and its files as those of the recovery key. */
async function tryPepperElsewhere(context: AttackContext): Promise<string> {
  const { secrets, keyFolder } = await context.takeOver('api');
  let explained = 0;
  for (const secret of secrets.values()) if (await explainsCodes(context, secret)) explained += 1;
  const folder = await mkdtemp(join(tmpdir(), 'kax-stolen-'));
  try {
    // With the salts, which the folder of `api` does not have either.
    await cp(recoveryFolderOf(await context.takeOver('recovery')), folder, {
      recursive: true,
      filter: (path) => !/\.(sock|pem)$/.test(path),
    });
    await cp(keyFolder, folder, { recursive: true });
    const [victim] = context.victims;
    const phrase = await phraseByRecovery(folder, keysOf(context.copy, victim.email));
    return requireTrue(
      explained === 0 && phrase === null,
      `${explained} of ${secrets.size} secrets explain the right codes; its files open ${phrase === null ? 0 : 1} of 1 recovery wraps`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openByRecovery(context: AttackContext): Promise<string> {
  const folder = recoveryFolderOf(await context.takeOver('recovery'));
  const { keys } = context.copy;
  let got = 0;
  for (const row of keys) {
    const phrase = await phraseByRecovery(folder, row);
    const { publicAddress } = await restoreAddresses(phrase ?? '');
    if (publicAddress === row.public_address) got += 1;
  }
  return requireTrue(got === keys.length, `the phrases of ${got} of ${keys.length} users`);
}

/** Has a user forgotten, as a deletion does, and opens their wallet with a copy of before. */
async function openForgotten(context: AttackContext): Promise<string> {
  const { environment } = await context.takeOver('recovery');
  const folder = recoveryFolderOf({ environment });
  const victim = await context.newVictim();
  const row = keysOf(await copyDatabase(context.owner), victim.email);
  const earlier = await mkdtemp(join(tmpdir(), 'kax-salts-'));
  try {
    await cp(folder, earlier, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    await connectRecovery(environment.RECOVERY_SOCKET ?? '').forget(victim.id);
    const now = await phraseByRecovery(folder, row);
    const before = await phraseByRecovery(earlier, row);
    return requireTrue(
      now === null && before === victim.phrase,
      `${now === null ? 'nothing' : 'the wallet'} with the folder of today, the wallet with the salts of before`,
    );
  } finally {
    await rm(earlier, { recursive: true, force: true });
  }
}

async function useToken({ victims: [victim], newClient }: AttackContext): Promise<string> {
  const { content } = await newClient().call(coins, { token: victim.accessToken });
  return requireTrue(content.data.length > 0, `balances on ${content.data.length} networks`);
}

async function openBackup(context: AttackContext): Promise<string> {
  const all = context.victims.length;
  const without = walletsByTokens(context, Buffer.alloc(32));
  const withPepper = walletsByTokens(context, await pepperOf(context));
  return requireTrue(
    without === 0 && withPepper === all,
    `${without} of ${all} wallets; ${withPepper} with the pepper too`,
  );
}

const REPLACED = 'Backup!4Elephant';

async function openWithOldPassword(context: AttackContext): Promise<string> {
  const { victims, copy, newClient } = context;
  const [, , victim] = victims;
  const body = { currentPassword: victim.password, newPassword: REPLACED };
  await newClient().call(changePassword, { token: victim.accessToken, body });
  const pepper = await pepperOf(context);
  const byPassword = await createThief(pepper).phraseByPassword(
    keysOf(copy, victim.email),
    victim.password,
  );
  const byTokens = walletsByTokens(context, pepper);
  return requireTrue(
    byPassword === victim.phrase && byTokens === victims.length,
    `the wallet with the replaced password, ${byTokens} of ${victims.length} with tokens`,
  );
}

async function signInWithOld({ victims: [, , victim], newClient }: AttackContext): Promise<string> {
  const { email, password } = victim;
  const client = newClient();
  const old = await client.request('POST', '/auth/login', { body: { email, password } });
  const now = await client.request('POST', '/auth/login', { body: { email, password: REPLACED } });
  return requireTrue(
    old.status === 401 && now.status === 200,
    `${old.status} with the replaced password, ${now.status} with the new one`,
  );
}
