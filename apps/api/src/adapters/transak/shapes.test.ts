import { describe, expect, it } from 'vitest';
import { isOnOurNetwork, listedOrder, parseExactly, readOrder } from './shapes.ts';
import { verifyJwt } from './verify-jwt.ts';

const order = {
  _id: '6151ba',
  walletAddress: '0x2f5aACaF4CceD34A88ACA3D5EF043787e43695c8',
  createdAt: '2026-11-21T12:00:00.000Z',
  status: 'COMPLETED',
  fiatCurrency: 'USD',
  cryptoCurrency: 'USDC',
  isBuyOrSell: 'BUY',
  network: 'polygon',
  aFieldOfTomorrow: { deep: [1, null] },
};

describe('an order of the partner', () => {
  it('keeps its amounts as they were written, however many digits', () => {
    const text = JSON.stringify({ data: order }).replace(
      '"USDC"',
      '"USDC","fiatAmount":100.10,"cryptoAmount":96.400000000000000001',
    );
    const { data } = readOrder.parse(parseExactly(text));
    expect([data.fiatAmount, data.cryptoAmount]).toEqual(['100.10', '96.400000000000000001']);
  });

  it.each<[string, object]>([
    ['a negative amount', { cryptoAmount: '-1' }],
    ['an amount with an exponent', { cryptoAmount: '1e21' }],
    ['an invalid hash', { transactionHash: '0x12' }],
    ['an unknown side', { isBuyOrSell: 'GIVE' }],
    ['an invalid time', { createdAt: 'soon' }],
    ['no id', { _id: '' }],
  ])('is rejected with %s', (_case, wrong) => {
    expect(listedOrder.safeParse(order).success).toBe(true);
    expect(listedOrder.safeParse({ ...order, ...wrong }).success).toBe(false);
  });
});

describe('the network of an order', () => {
  it.each(['polygon', 'matic', 'Polygon Mainnet', null])('is ours as %j (§5)', (network) => {
    expect(isOnOurNetwork(listedOrder.parse({ ...order, network }))).toBe(true);
  });

  it.each(['ethereum', 'mainnet', 'arbitrum'])('is not ours as %s', (network) => {
    expect(isOnOurNetwork(listedOrder.parse({ ...order, network }))).toBe(false);
  });
});

describe('a JSON Web Token', () => {
  // RFC 7515, appendix A.1: an independent example of the signature.
  const key = Buffer.from(
    'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
    'base64url',
  );
  const signed =
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  it('of the standard is verified, and its claims are read', () => {
    expect(verifyJwt(signed, ['another', key])).toMatchObject({ iss: 'joe' });
  });

  it.each([
    ['another secret', signed, 'another'],
    ['a changed claim', signed.replace('eyJpc3Mi', 'eyJpc3Nj'), key],
    ['a cut signature', signed.slice(0, -2), key],
    ['no signature', signed.slice(0, signed.lastIndexOf('.') + 1), key],
    ['a fourth part', `${signed}.x`, key],
    ['nothing', '', key],
  ])('is rejected with %s', (_case, token, secret) => {
    expect(verifyJwt(token, [secret])).toBeNull();
  });
});
