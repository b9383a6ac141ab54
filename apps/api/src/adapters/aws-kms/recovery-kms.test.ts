import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changedAccounts, newAccount } from '#testing/account';
import type { DataKey } from '../../ports/key-vault.ts';
import type { RecoveryKey } from '../../ports/recovery-key.ts';
import { createRecoveryKms } from './recovery-kms.ts';

interface ReceivedRequest {
  readonly target: string;
  readonly type: string;
  readonly authorization: string;
  readonly body: {
    readonly KeyId?: string;
    readonly Plaintext?: string;
    readonly CiphertextBlob?: string;
    readonly EncryptionContext?: Readonly<Record<string, string>>;
  };
}
interface Reply {
  readonly status: number;
  readonly content: unknown;
}

const KEY_ID = 'arn:aws:kms:eu-central-1:111122223333:key/2ed1a3a0-5c0e-4d0a-9f3c-1f5c0e9b6a11';
const masterKey = randomBytes(32);
const requests: ReceivedRequest[] = [];
/** Responses returned before the service's own. */
const errors: Reply[] = [];
let service: Server;
let recovery: RecoveryKey;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-secret');
  service = createServer(async (request, response) => {
    const query = await readRequest(request);
    requests.push(query);
    const { status, content } = errors.shift() ?? reply(query);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(content));
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  recovery = createRecoveryKms({ keyId: KEY_ID, region: 'eu-central-1', endpoint });
});
beforeEach(() => {
  requests.length = 0;
});
afterEach(() => expect(errors).toEqual([]));
afterAll(async () => {
  vi.unstubAllEnvs();
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});

it('wraps and opens through the service, which receives the key’s user', async () => {
  const [account, dataKey] = [newAccount(), newDataKey()];
  const wrap = await recovery.wrap(dataKey, account);
  expect(Buffer.from(wrap).indexOf(Buffer.from(dataKey))).toBe(-1);
  expect(Buffer.from(await recovery.unwrap(wrap, account))).toEqual(Buffer.from(dataKey));
  expect(requests.map(({ target }) => target)).toEqual([
    'TrentService.Encrypt',
    'TrentService.Decrypt',
  ]);
  for (const { type, authorization, body } of requests) {
    expect(type).toBe('application/x-amz-json-1.1');
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/kms\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    );
    expect(body.KeyId).toBe(KEY_ID);
    expect(body.EncryptionContext).toEqual({
      user: account.userId,
      account: expect.stringMatching(/^[0-9a-f]{64}$/),
      purpose: 'kax account recovery',
    });
    expect(JSON.stringify(body)).not.toContain(account.email);
  }
});

it('does not open for anyone else', async () => {
  const wrap = await recovery.wrap(newDataKey(), newAccount());
  await expect(recovery.unwrap(wrap, newAccount())).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
});

it('does not open for the same user with other contacts or addresses', async () => {
  const account = newAccount();
  const wrap = await recovery.wrap(newDataKey(), account);
  for (const changed of changedAccounts(account)) {
    await expect(recovery.unwrap(wrap, changed)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  }
});

it('opens a registration only with the same binding, of which the service sees a digest', async () => {
  const [binding, dataKey] = [['1', 'alice@kax.test'], newDataKey()];
  const wrap = await recovery.wrapForRegistration(dataKey, binding);
  const opened = await recovery.unwrapForRegistration(wrap, binding);
  expect(Buffer.from(opened)).toEqual(Buffer.from(dataKey));
  expect(JSON.stringify(requests)).not.toContain('alice');
  for (const other of [['1', 'bob@kax.test'], ['1a', 'lice@kax.test'], ['1']]) {
    await expect(recovery.unwrapForRegistration(wrap, other)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  }
  await expect(recovery.unwrap(wrap, newAccount())).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
});

it('binds a wrap of an earlier version to the account, which opens only then', async () => {
  const [account, dataKey] = [newAccount(), newDataKey()];
  const { userId: user } = account;
  const earlier = wrapAsBefore(dataKey, user);
  await expect(recovery.unwrap(earlier, account)).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
  expect(await recovery.bindEarlier(earlier, newAccount())).toBeNull();
  const bound = await recovery.bindEarlier(earlier, account);
  const opened = await recovery.unwrap(bound ?? Buffer.of(), account);
  expect(Buffer.from(opened)).toEqual(Buffer.from(dataKey));
  expect(await recovery.bindEarlier(bound ?? Buffer.of(), account)).toBeNull();
});

it('rejects when the service fails while an earlier wrap is bound: it may open later', async () => {
  const account = newAccount();
  const earlier = wrapAsBefore(newDataKey(), account.userId);
  errors.push({ status: 400, content: { __type: 'AccessDeniedException' } });
  await expect(recovery.bindEarlier(earlier, account)).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});

it('retries exactly once when the service fails', async () => {
  const account = newAccount();
  const error = { status: 500, content: { __type: 'KMSInternalException' } };
  errors.push(error);
  const wrap = await recovery.wrap(newDataKey(), account);
  expect(requests).toHaveLength(2);
  errors.push(error, error);
  await expect(recovery.unwrap(wrap, account)).rejects.toMatchObject({
    name: 'KMSInternalException',
  });
  expect(requests).toHaveLength(4);
});

it('rejects when the key’s owner refuses', async () => {
  errors.push({ status: 400, content: { __type: 'AccessDeniedException' } });
  await expect(recovery.wrap(newDataKey(), newAccount())).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});

it('rejects anything that is not a data key', async () => {
  const account = newAccount();
  const wrap = await recovery.wrap(newDataKey(), account);
  errors.push({ status: 200, content: { Plaintext: 'AAAA' } });
  await expect(recovery.unwrap(wrap, account)).rejects.toThrow('AWS KMS opened no data key.');
  await expect(recovery.unwrap(Buffer.of(0, 1), account)).rejects.toThrow(
    'A recovery wrap was not made by AWS KMS.',
  );
});

it('cannot forget a user, and sends no request', async () => {
  const account = newAccount();
  const wrap = await recovery.wrap(newDataKey(), account);
  await recovery.forget(account.userId);
  expect(requests).toHaveLength(1);
  expect(await recovery.unwrap(wrap, account)).toHaveLength(32);
});

/** As earlier versions of the product wrapped: bound to the user's id alone. */
function wrapAsBefore(dataKey: DataKey, user: string): Uint8Array {
  const body = {
    Plaintext: Buffer.from(dataKey).toString('base64'),
    EncryptionContext: { user, purpose: 'kax recovery' },
  };
  const { content } = reply({ target: 'TrentService.Encrypt', type: '', authorization: '', body });
  const { CiphertextBlob } = content as { readonly CiphertextBlob: string };
  return Buffer.concat([Buffer.of(1), Buffer.from(CiphertextBlob, 'base64')]);
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    target: String(request.headers['x-amz-target']),
    type: String(request.headers['content-type']),
    authorization: String(request.headers.authorization),
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
  };
}

/** The two operations as AWS documents them: the context is authenticated with the ciphertext. */
function reply({ target, body }: ReceivedRequest): Reply {
  const context = Buffer.from(JSON.stringify(Object.entries(body.EncryptionContext ?? {}).sort()));
  if (target === 'TrentService.Encrypt') {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(context);
    const text = Buffer.from(body.Plaintext ?? '', 'base64');
    const blob = Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return { status: 200, content: { KeyId: KEY_ID, CiphertextBlob: blob.toString('base64') } };
  }
  try {
    const blob = Buffer.from(body.CiphertextBlob ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', masterKey, blob.subarray(0, 12));
    decipher.setAAD(context).setAuthTag(blob.subarray(-16));
    const text = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
    return { status: 200, content: { KeyId: KEY_ID, Plaintext: text.toString('base64') } };
  } catch {
    return { status: 400, content: { __type: 'InvalidCiphertextException' } };
  }
}

function newDataKey(): DataKey {
  return randomBytes(32) as unknown as DataKey;
}
