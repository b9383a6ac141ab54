import fastify from 'fastify';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { drawQrCode } from '../adapters/qrcode/draw-qr-code.ts';
import { registerQrCode } from './qr-code.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

async function get(
  query: string,
  path = '/v1/create-qr-code/',
  otherService: string | null = null,
) {
  const app = fastify();
  registerQrCode(app, { drawQrCode, otherService });
  return app.inject({ method: 'GET', url: `${path}${query}` });
}

function decode(body: Buffer) {
  const { width, height, data } = PNG.sync.read(body);
  return { width, height, text: jsQR.default(new Uint8ClampedArray(data), width, height)?.data };
}

describe('the QR service', () => {
  it('draws an address as a picture of 270 by 270 that a camera reads back (§9 QR size)', async () => {
    const response = await get(`?size=270x270&data=${address}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/png');
    expect(decode(response.rawPayload)).toEqual({ width: 270, height: 270, text: address });
  });

  it('is not cached, so that no address stays in the browser after a sign-out', async () => {
    const response = await get(`?size=270x270&data=${address}`);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('draws 270 by 270 when no size is given, with or without the slash', async () => {
    const response = await get(`?data=${address}`, '/v1/create-qr-code');
    expect(decode(response.rawPayload)).toEqual({ width: 270, height: 270, text: address });
  });

  it.each([99, 301, 512, 1000])('keeps exactly to a size of %i', async (size) => {
    const response = await get(`?size=${size}x${size}&data=${address}`);
    expect(decode(response.rawPayload)).toEqual({ width: size, height: size, text: address });
  });

  it('draws the longest private address so that it can be read back', async () => {
    const data = `0zk1${'q'.repeat(123)}`;
    const response = await get(`?size=270x270&data=${data}`);
    expect(decode(response.rawPayload).text).toBe(data);
  });

  it.each([
    '',
    '?size=270x270',
    '?size=270x270&data=',
    `?size=270x271&data=${address}`,
    `?size=1001x1001&data=${address}`,
    `?size=9x9&data=${address}`,
    `?size=1e3x1e3&data=${address}`,
    `?size=-270x-270&data=${address}`,
    `?size=270&data=${address}`,
    `?size=30x30&data=${address}`,
    '?size=20x20&data=a',
    `?data=${address}&data=other`,
    `?data[]=${address}&data[]=b`,
  ])('refuses the request "%s" with a sentence and a code', async (query) => {
    const response = await get(query);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: expect.any(String), code: 'bad-request' });
  });

  it('refuses more than 1024 characters', async () => {
    expect((await get(`?data=${'a'.repeat(1025)}`)).statusCode).toBe(400);
    expect((await get(`?size=1000x1000&data=${'a'.repeat(1024)}`)).statusCode).toBe(200);
  });
});

it('redirects the request to another service when one is configured (decision 0009)', async () => {
  const reply = await get(`?data=${address}`, '/v1/create-qr-code/', 'https://qr.example');
  expect(reply.statusCode).toBe(302);
  expect(reply.headers.location).toBe(
    `https://qr.example/v1/create-qr-code/?size=270x270&data=${address}`,
  );
});
