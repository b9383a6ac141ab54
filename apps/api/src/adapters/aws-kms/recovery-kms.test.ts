import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
  const [userId, dataKey] = [randomUUID(), newDataKey()];
  const wrap = await recovery.wrap(dataKey, userId);
  expect(Buffer.from(wrap).indexOf(Buffer.from(dataKey))).toBe(-1);
  expect(Buffer.from(await recovery.unwrap(wrap, userId))).toEqual(Buffer.from(dataKey));
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
    expect(body.EncryptionContext).toEqual({ user: userId, purpose: 'kax recovery' });
  }
});

it('does not open for anyone else', async () => {
  const wrap = await recovery.wrap(newDataKey(), randomUUID());
  await expect(recovery.unwrap(wrap, randomUUID())).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
});

it('retries exactly once when the service fails', async () => {
  const userId = randomUUID();
  const error = { status: 500, content: { __type: 'KMSInternalException' } };
  errors.push(error);
  const wrap = await recovery.wrap(newDataKey(), userId);
  expect(requests).toHaveLength(2);
  errors.push(error, error);
  await expect(recovery.unwrap(wrap, userId)).rejects.toMatchObject({
    name: 'KMSInternalException',
  });
  expect(requests).toHaveLength(4);
});

it('rejects when the key’s owner refuses', async () => {
  errors.push({ status: 400, content: { __type: 'AccessDeniedException' } });
  await expect(recovery.wrap(newDataKey(), randomUUID())).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});

it('rejects anything that is not a data key', async () => {
  const userId = randomUUID();
  const wrap = await recovery.wrap(newDataKey(), userId);
  errors.push({ status: 200, content: { Plaintext: 'AAAA' } });
  await expect(recovery.unwrap(wrap, userId)).rejects.toThrow('AWS KMS opened no data key.');
  await expect(recovery.unwrap(Buffer.of(0, 1), userId)).rejects.toThrow(
    'A recovery wrap was not made by AWS KMS.',
  );
});

it('cannot forget a user, and sends no request', async () => {
  const userId = randomUUID();
  const wrap = await recovery.wrap(newDataKey(), userId);
  await recovery.forget(userId);
  expect(requests).toHaveLength(1);
  expect(await recovery.unwrap(wrap, userId)).toHaveLength(32);
});

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
