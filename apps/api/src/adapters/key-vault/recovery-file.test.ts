import { createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changedAccounts, newAccount } from '#testing/account';
import type { Account } from '../../ports/accounts.ts';
import type { DataKey } from '../../ports/key-vault.ts';
import type { RecoveryKey } from '../../ports/recovery-key.ts';
import { createRecoveryFile } from './recovery-file.ts';
import { createFirstRecoveryKey, createRecoveryKey, listRecoveryKeys } from './recovery-keys.ts';
import { deriveKey, seal } from './seal.ts';

const folder = mkdtempSync(join(tmpdir(), 'kax-recovery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function makeRecoveryFile(place = folder) {
  await createFirstRecoveryKey(place);
  return createRecoveryFile(place);
}

it('opens what it wrapped, also after a restart', async () => {
  const [account, dataKey] = [newAccount(), newDataKey()];
  const wrap = await (await makeRecoveryFile()).wrap(dataKey, account);
  expect(Buffer.from(wrap).indexOf(Buffer.from(dataKey))).toBe(-1);
  expect(await (await createRecoveryFile(folder)).unwrap(wrap, account)).toEqual(dataKey);
});

it('does not open for anyone else', async () => {
  const recovery = await makeRecoveryFile();
  const [one, other] = [newAccount(), newAccount()];
  const wrap = await recovery.wrap(newDataKey(), one);
  await recovery.wrap(newDataKey(), other);
  await expect(recovery.unwrap(wrap, other)).rejects.toThrow(/authenticate/);
});

it('does not open for the same user with other contacts or addresses', async () => {
  const recovery = await makeRecoveryFile();
  const account = newAccount();
  const wrap = await recovery.wrap(newDataKey(), account);
  for (const changed of changedAccounts(account)) {
    await expect(recovery.unwrap(wrap, changed)).rejects.toThrow(/authenticate/);
  }
});

it('opens nothing of a forgotten user, not even with a copy of the key', async () => {
  const recovery = await makeRecoveryFile();
  const account = newAccount();
  const { userId } = account;
  const wrap = await recovery.wrap(newDataKey(), account);
  await recovery.forget(userId);
  await expect(recovery.unwrap(wrap, account)).rejects.toThrow(/ENOENT/);
  await recovery.wrap(newDataKey(), account);
  await expect(recovery.unwrap(wrap, account)).rejects.toThrow(/authenticate/);
  await recovery.forget(userId);
  await expect(recovery.forget(userId)).resolves.toBeUndefined();
});

describe('a wrap of an earlier version', () => {
  it.each([
    ['with the user’s salt', true],
    ['of before salts existed', false],
  ])('%s is bound to the account, and opens only then', async (_name, isSalted) => {
    const recovery = await makeRecoveryFile();
    const [account, dataKey] = [newAccount(), newDataKey()];
    const salt = isSalted ? await makeSalt(recovery, account) : Buffer.alloc(0);
    const earlier = wrapAsBefore(dataKey, account.userId, salt);
    await expect(recovery.unwrap(earlier, account)).rejects.toThrow('A recovery wrap was not made');
    const bound = await recovery.bindEarlier(earlier, account);
    expect(await recovery.unwrap(bound ?? Buffer.of(), account)).toEqual(dataKey);
    const [changed = account] = changedAccounts(account);
    await expect(recovery.unwrap(bound ?? Buffer.of(), changed)).rejects.toThrow(/authenticate/);
  });

  it('of another user, with a lost salt or of another kind is bound to no one', async () => {
    const recovery = await makeRecoveryFile();
    const [account, other] = [newAccount(), newAccount()];
    const earlier = wrapAsBefore(newDataKey(), account.userId, await makeSalt(recovery, account));
    expect(await recovery.bindEarlier(earlier, other)).toBeNull();
    await makeSalt(recovery, other);
    expect(await recovery.bindEarlier(earlier, other)).toBeNull();
    await recovery.forget(account.userId);
    expect(await recovery.bindEarlier(earlier, account)).toBeNull();
    expect(await recovery.bindEarlier(Buffer.of(1, 2, 3), account)).toBeNull();
    const bound = await recovery.wrap(newDataKey(), account);
    expect(await recovery.bindEarlier(bound, account)).toBeNull();
  });
});

describe('the wrap of a registration', () => {
  it('opens only with the same binding, and leaves no file', async () => {
    const recovery = await makeRecoveryFile();
    const [binding, dataKey] = [['1', 'alice@kax.test'], newDataKey()];
    const before = readdirSync(join(folder, 'salts')).length;
    const wrap = await recovery.wrapForRegistration(dataKey, binding);
    expect(readdirSync(join(folder, 'salts'))).toHaveLength(before);
    expect(await recovery.unwrapForRegistration(wrap, binding)).toEqual(dataKey);
    for (const other of [['1', 'bob@kax.test'], ['1a', 'lice@kax.test'], ['1']]) {
      await expect(recovery.unwrapForRegistration(wrap, other)).rejects.toThrow(/authenticate/);
    }
  });

  it('and that of an account do not take each other’s place', async () => {
    const recovery = await makeRecoveryFile();
    const account = newAccount();
    const ofRegistration = await recovery.wrapForRegistration(newDataKey(), []);
    const ofAccount = await recovery.wrap(newDataKey(), account);
    await expect(recovery.unwrap(ofRegistration, account)).rejects.toThrow('was not made');
    await expect(recovery.unwrapForRegistration(ofAccount, [])).rejects.toThrow('was not made');
    expect(await recovery.bindEarlier(ofRegistration, account)).toBeNull();
  });
});

it('says so when a wrap is of another kind of recovery key', async () => {
  const recovery = await makeRecoveryFile();
  await expect(recovery.unwrap(Buffer.of(1, 2, 3), newAccount())).rejects.toThrow(
    'A recovery wrap was not made for the recovery key in a file.',
  );
});

describe('while the key is replaced', () => {
  /** A folder with a key, and what puts another one in its place. */
  function newFolder() {
    const place = mkdtempSync(join(folder, 'replaced-'));
    return {
      place,
      open: () => makeRecoveryFile(place),
      replace: (file = 'recovery-2.pem') => createRecoveryKey(place, file),
    };
  }

  it('the newest makes wraps, the earlier one opens its own, and each alone opens nothing of the other', async () => {
    const { place, open, replace } = newFolder();
    const [account, dataKey, binding] = [newAccount(), newDataKey(), ['1']];
    const before = await open();
    const [wrap, ofRegistration] = [
      await before.wrap(dataKey, account),
      await before.wrapForRegistration(dataKey, binding),
    ];
    await replace();
    const after = await open();
    expect(await after.unwrap(wrap, account)).toEqual(dataKey);
    expect(await after.unwrapForRegistration(ofRegistration, binding)).toEqual(dataKey);
    const next = await after.wrap(dataKey, account);
    expect(next.subarray(0, 9)).toEqual(after.wrapPrefix);
    expect(wrap.subarray(0, 9)).not.toEqual(after.wrapPrefix);
    await expect(before.unwrap(next, account)).rejects.toThrow('is not in the folder');
    const nextRegistration = await after.wrapForRegistration(dataKey, binding);
    await expect(before.unwrapForRegistration(nextRegistration, binding)).rejects.toThrow(
      'is not in the folder',
    );
    rmSync(join(place, 'recovery.pem'));
    const alone = await open();
    expect(await alone.unwrap(next, account)).toEqual(dataKey);
    await expect(alone.unwrap(wrap, account)).rejects.toThrow('is not in the folder');
  });

  it('a wrap is made again for the same account only, and needs the earlier key no more', async () => {
    const { place, open, replace } = newFolder();
    const [account, dataKey] = [newAccount(), newDataKey()];
    const wrap = await (await open()).wrap(dataKey, account);
    await replace();
    const both = await open();
    for (const changed of changedAccounts(account)) {
      await expect(both.rewrap(wrap, changed)).rejects.toThrow(/authenticate|ENOENT/);
    }
    const renewed = await both.rewrap(wrap, account);
    rmSync(join(place, 'recovery.pem'));
    const alone = await open();
    expect(await alone.unwrap(renewed, account)).toEqual(dataKey);
    for (const changed of changedAccounts(account)) {
      await expect(alone.unwrap(renewed, changed)).rejects.toThrow(/authenticate|ENOENT/);
    }
  });

  it('a wrap of a forgotten user is not made again, and no salt is made for it', async () => {
    const { place, open, replace } = newFolder();
    const account = newAccount();
    const wrap = await (await open()).wrap(newDataKey(), account);
    await replace();
    const both = await open();
    await both.forget(account.userId);
    await expect(both.rewrap(wrap, account)).rejects.toThrow(/ENOENT/);
    expect(readdirSync(join(place, 'salts'))).toEqual([]);
  });

  it('what was wrapped before wraps had the ID of their key opens, and is made again', async () => {
    const { open, replace } = newFolder();
    const [account, dataKey] = [newAccount(), newDataKey()];
    const first = await open();
    const wrap = await first.wrap(dataKey, account);
    const earlier = Buffer.concat([Buffer.of(3), wrap.subarray(9)]);
    const ofRegistration = await first.wrapForRegistration(dataKey, ['1']);
    const earlierRegistration = Buffer.concat([Buffer.of(2), ofRegistration.subarray(9)]);
    await replace();
    const both = await open();
    expect(await both.unwrap(earlier, account)).toEqual(dataKey);
    expect(await both.unwrapForRegistration(earlierRegistration, ['1'])).toEqual(dataKey);
    const renewed = await both.rewrap(earlier, account);
    expect(renewed.subarray(0, 9)).toEqual(both.wrapPrefix);
    expect(await both.unwrap(renewed, account)).toEqual(dataKey);
  });

  it('a key of another kind, or a second one with its number, stops the start', async () => {
    const { place, open, replace } = newFolder();
    await open();
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(place, 'recovery-2.pem'), text);
    await expect(open()).rejects.toThrow('X25519');
    rmSync(join(place, 'recovery-2.pem'));
    await replace('recovery-1.pem');
    await replace('recovery-3.pem.retired');
    const [keys] = [await listRecoveryKeys(place)];
    expect(keys.map(({ file }) => file)).toEqual(['recovery.pem']);
  });
});

it('gives two wraps of one user at the same time the same salt', async () => {
  const recovery = await makeRecoveryFile();
  const [account, dataKey] = [newAccount(), newDataKey()];
  const wraps = await Promise.all(Array.from({ length: 8 }, () => recovery.wrap(dataKey, account)));
  for (const wrap of wraps) expect(await recovery.unwrap(wrap, account)).toEqual(dataKey);
});

it('keeps files that only the server reads, named by ids and never by outside input', async () => {
  const recovery = await makeRecoveryFile();
  const account = newAccount();
  await recovery.wrap(newDataKey(), account);
  for (const file of ['recovery.pem', 'salts', join('salts', account.userId)]) {
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  }
  expect(readdirSync(join(folder, 'salts')).filter((name) => name.endsWith('.new'))).toEqual([]);
  await expect(recovery.wrap(newDataKey(), { ...account, userId: '../pepper-1' })).rejects.toThrow(
    'A recovery salt belongs to a user id.',
  );
});

it('refuses to start without its key when it may not make one', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  await expect(createRecoveryFile(empty)).rejects.toThrow(/no .*recovery\.pem, the recovery key/);
});

/** A salt is made with the first wrap. */
async function makeSalt(recovery: RecoveryKey, account: Account): Promise<Buffer> {
  await recovery.wrap(newDataKey(), account);
  return Buffer.from(readFileSync(join(folder, 'salts', account.userId), 'utf8'), 'hex');
}

/** As earlier versions of the product wrapped: bound to the user's id alone, the first ones without a salt. */
function wrapAsBefore(dataKey: DataKey, userId: string, salt: Buffer): Buffer {
  const publicKey = createPublicKey(readFileSync(join(folder, 'recovery.pem')));
  const ephemeral = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
  const key = deriveKey(Buffer.concat([shared, sender, salt]), 'recovery wrap');
  return Buffer.concat([
    Buffer.of(salt.length === 0 ? sender.length : 0),
    sender,
    seal(key, dataKey, ['recovery', userId]),
  ]);
}

function newDataKey(): DataKey {
  return randomBytes(32) as unknown as DataKey;
}
